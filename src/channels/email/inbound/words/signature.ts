/** A longer text behind two hyphens is more than a signature: RFC 3676 says "four lines", people write more. */
const MAX_SIGNATURE_LINES = 15;
const MAX_FOOTER_CHARS = 80;

/** Two hyphens on a line: RFC 3676, section 4.3. The space behind them is lost on the way now and then. */
const MARK = /^-- ?$/;

/** What phones and web mail add by themselves. */
const FOOTER =
  /^(?:sent (?:from|via|with) (?:my |the |yahoo|proton|mail|outlook|gmail|aol|samsung|blackberry|spark)|get outlook for |von meinem .+ gesendet|gesendet (?:von|mit) |envoyé (?:de|depuis|à partir de) |enviado (?:desde|do) |inviato da |verzonden (?:vanaf|met) |skickat från |sendt fra |lähetetty |wysłane z |отправлено (?:с|из) |发自我的|从我的.+发送|我的.+から送信|나의 .+에서 보냄)/i;

/**
 * The lines without what surely is a signature: from two hyphens on, or one line that a phone adds. "Regards, Ann" stays,
 * since it could be the message.
 */
export function withoutSignature(lines: readonly string[]): string[] {
  const end = endOf(lines);
  const mark = lines.findLastIndex((line, at) => at < end && MARK.test(line));
  const isSignature = mark > 0 && end - mark - 1 <= MAX_SIGNATURE_LINES && endOf(lines.slice(0, mark)) > 0;
  const kept = isSignature ? mark : end;
  return lines.slice(0, endWithoutFooter(lines.slice(0, kept)));
}

function endWithoutFooter(lines: readonly string[]): number {
  const end = endOf(lines);
  const last = lines[end - 1]?.trim() ?? '';
  if (last.length > MAX_FOOTER_CHARS || !FOOTER.test(last)) return end;
  const before = endOf(lines.slice(0, end - 1));
  return before > 0 ? before : end;
}

/** How many lines there are up to the last one with words. */
function endOf(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '') + 1;
}
