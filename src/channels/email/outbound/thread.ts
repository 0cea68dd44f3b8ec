/** The mail that another one answers. */
export interface Thread {
  /** Its Message-ID, with brackets. */
  messageId: string;
  /** Message-IDs of the mails before it, oldest first, with brackets. */
  references: readonly string[];
}

const MESSAGE_ID = /<[^<>\s\p{C}]{1,250}>/gu;

/**
 * Longest References that we write, characters; some eighty mails. No standard has a limit, but mail servers refuse
 * headers of tens of kilobytes. Of a longer one the first mail stays, which readers tell threads by, and the last ones.
 */
const MAX_REFERENCES_CHARS = 6_000;

/** Every Message-ID that a header names, e.g. of References. Whatever else stands there is left out. */
export function messageIdsIn(header: string): string[] {
  return header.match(MESSAGE_ID) ?? [];
}

/** A thread as the string that `Inbound.secret` keeps with each delivery that answers it. */
export function writeThread({ messageId, references }: Thread): string {
  return [...references, messageId].join(' ');
}

/** Reads what `writeThread` wrote. Nothing when no Message-ID is in it. */
export function readThread(written: string | undefined): Thread | undefined {
  const references = messageIdsIn(written ?? '');
  const messageId = references.pop();
  return messageId === undefined ? undefined : { messageId, references };
}

/** The References of a mail that answers this one: those of its own, then itself, each once. */
export function referencesOf({ messageId, references }: Thread): string {
  const [first, ...others] = new Set([...references.filter((id) => id !== messageId), messageId]);
  const kept: string[] = [];
  let chars = first?.length ?? 0;
  for (const id of others.reverse()) {
    chars += id.length + 1;
    if (chars > MAX_REFERENCES_CHARS) break;
    kept.unshift(id);
  }
  return [first, ...kept].join(' ');
}
