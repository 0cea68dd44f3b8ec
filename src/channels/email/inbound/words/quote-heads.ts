/** No line that heads a quote is longer; a longer one is not looked at. */
const MAX_HEAD_CHARS = 400;
/** Readers wrap "On … wrote:" over so many lines. */
const MAX_HEAD_LINES = 3;
/** From, Sent, To, Cc, Subject and one more. */
const MAX_HEADER_LINES = 6;

const WROTE =
  /wrote|writes|schrieb|geschrieben|écrit|escribió|scritto|escreveu|schreef|geschreven|napisał|pisze|skrev|kirjoitti|написал|пишет|写道|寫道|のメッセージ|書きました|작성|yazdı|napsal|írta|a scris|έγραψε|כתב/i;
const BEGINS_HEAD =
  /^(?:on|am|le|el|il|em|op|den|w dniu|dnia|pe|ke|ti|to|su|la|ma|dne|pada|vào|tarihinde|στις|ב|在|于|於|\d{1,4}\D|[^<>]{0,100}<[^<>\s@]{1,100}@[^<>\s]{1,200}>)(?:\s|\d|\p{L}|$|[,.:])/iu;
const MAILBOX = /[^\s<>@]@[^\s<>@]/;
const TIME = /\d{1,2}[:.]\d{2}/;
const DATE_AND_MAILBOX = /^\d{1,4}\D.*<[^<>\s@]{1,100}@[^<>\s]{1,200}>\s*[:：]$/;

const FROM_LABEL =
  /^\*?(?:from|von|de|da|van|od|от|från|fra|lähettäjä|expéditeur|remitente|mittente|afzender|gönderen|feladó|发件人|寄件者|差出人|보낸 사람)\s?\*?\s?[:：]/i;
const ANY_LABEL = /^\*?\p{L}[\p{L} ’'-]{0,24}\*?\s?[:：]/u;

const FORWARD =
  /^-{2,}\s?(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|пересылаемое сообщение|转发的?邮件|転送メッセージ)\s?-{2,}$|^begin forwarded message:$/i;
const ORIGINAL =
  /^-{2,}\s?(?:original message|original appointment|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|oprindelig besked|ursprungligt meddelande|исходное сообщение|原始邮件|元のメッセージ)\s?-{2,}$/i;
const SEPARATOR = /^(?:_{5,}|-{5,}|\s*)$/;

/**
 * The lines that head a quote from here on, "On … wrote:", in one of the languages of common mail readers. `isSure`: it
 * names a mailbox and a time, as people hardly write by hand. Nothing when there is no such head.
 */
export function attributionAt(lines: readonly string[], at: number): { lines: number; isSure: boolean } | undefined {
  let head = '';
  for (let count = 1; count <= MAX_HEAD_LINES; count++) {
    const line = lines[at + count - 1]?.trim() ?? '';
    if (line === '' || line.startsWith('>') || head.length + line.length > MAX_HEAD_CHARS) return undefined;
    head = head === '' ? line : `${head} ${line}`;
    if (count === 1 && !BEGINS_HEAD.test(head)) return undefined;
    if (!/[:：]$/.test(line)) continue;
    const namesMailbox = MAILBOX.test(head);
    const isHead = WROTE.test(head) ? namesMailbox || /\d/.test(head) : DATE_AND_MAILBOX.test(head);
    return isHead ? { lines: count, isSure: namesMailbox && TIME.test(head) } : undefined;
  }
  return undefined;
}

/** Whether the header lines of a mail begin here, as Outlook puts them above what it quotes: From, Sent, To, Subject. */
export function headerBlockAt(lines: readonly string[], at: number): boolean {
  const first = lines[at]?.trim() ?? '';
  if (first.length > MAX_HEAD_CHARS || !FROM_LABEL.test(first)) return false;
  const block = [first];
  for (let next = at + 1; block.length < MAX_HEADER_LINES; next++) {
    const line = lines[next]?.trim() ?? '';
    if (line.length > MAX_HEAD_CHARS || !ANY_LABEL.test(line)) break;
    block.push(line);
  }
  const text = block.join('\n');
  return block.length >= 3 && MAILBOX.test(text) && /\d/.test(text);
}

/** The line that readers put above a mail that is passed on. */
export function isForwardMark(line: string): boolean {
  return line.length <= MAX_HEAD_CHARS && FORWARD.test(line.trim());
}

/** The line that readers put above a mail that is answered. */
export function isOriginalMark(line: string): boolean {
  return line.length <= MAX_HEAD_CHARS && ORIGINAL.test(line.trim());
}

/** A rule, or an empty line. */
export function isSeparator(line: string): boolean {
  return line.length <= MAX_HEAD_CHARS && SEPARATOR.test(line);
}
