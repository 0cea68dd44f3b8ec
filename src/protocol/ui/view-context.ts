/** What the view of a tool wants a model to know in the turns that follow. It is the server's word, not the person's. */
export interface ViewContext {
  server: string;
  tool: string;
  text?: string;
  data?: Readonly<Record<string, unknown>>;
}
