/** A way by which mail comes, other than the routes of the service. */
export interface Source {
  /** Returns at once; what cannot be reached is tried again in the background. */
  start(): void;
  /** Takes nothing more; resolves when it has ended. */
  stop(): Promise<void>;
  /** What keeps mail from coming this way, in a sentence. Nothing when all is well. */
  fault(): string | undefined;
}
