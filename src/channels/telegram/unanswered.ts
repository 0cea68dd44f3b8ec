/** A call that ended without a readable answer. Its message follows on "Telegram"; the network's own error is its cause. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** Whether the platform may have done it all the same. */
  readonly mayBeDone: boolean;

  private constructor(message: string, mayBeDone: boolean, cause: unknown) {
    super(message, { cause });
    this.mayBeDone = mayBeDone;
  }

  /**
   * The line failed. `isWholeSent`: the system has taken the last byte of the request, so it may have arrived. A server
   * acts on no half of one, so what failed earlier was not done: a name that is not found, a refused connection, a
   * handshake, an upload that was cut.
   */
  static bySilence(error: NodeJS.ErrnoException, isWholeSent: boolean): Unanswered {
    // The code says enough; the network's own words may name the URL, and with it the token.
    const word = error.code ?? error.message;
    return new Unanswered(
      isWholeSent ? `did not answer (${word})` : `could not be reached (${word})`,
      isWholeSent,
      error,
    );
  }

  /** Something that is no Bot API server answered, e.g. a proxy with a page of its own. */
  static byPage(httpStatus: number, cause: unknown): Unanswered {
    return new Unanswered(`answered ${httpStatus} with a page that is no JSON`, mayBeDoneAfter(httpStatus), cause);
  }
}

/** Whether a server that answers with this HTTP status may have done what was asked. */
export function mayBeDoneAfter(httpStatus: number): boolean {
  // A 4xx refuses, a 503 turns away. A 502 or 504 may come from a proxy that gave up waiting for one who worked on.
  return !(httpStatus >= 400 && httpStatus < 500) && httpStatus !== 503;
}
