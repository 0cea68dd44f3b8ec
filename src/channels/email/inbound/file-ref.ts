/** Names a file of a mail: the mail's dedupe key, and which of its files it is. */
export function fileRef(dedupeKey: string, index: number): string {
  return `${dedupeKey}.${index}`;
}

/** Reads what `fileRef` wrote. Nothing for anything else. */
export function readFileRef(ref: string): { dedupeKey: string; index: number } | undefined {
  const [, dedupeKey, index] = /^(mail_[0-9a-f]{40})\.(\d{1,3})$/.exec(ref) ?? [];
  return dedupeKey === undefined ? undefined : { dedupeKey, index: Number(index) };
}
