/** What a form says in which a command can be looked over and sent, in the language of whoever opens it. */
export interface FormWords {
  title: string;
  submit: string;
  cancel: string;
  /** Said where it could not be opened. */
  failed: string;
}
