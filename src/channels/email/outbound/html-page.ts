import { clipLabel } from '../../../markup/clip-label.ts';
import { escapeHtml } from '../../../markup/escape.ts';

/** A question with a link per option, or one to choose several behind it. */
export interface LinkedChoice {
  prompt: string;
  multi: boolean;
  options: readonly { label: string; url: string }[];
}

const MAX_LABEL_UNITS = 80;

const BODY =
  'margin:0;padding:16px;font-family:-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5';
const BUTTON =
  'display:inline-block;margin:0 8px 8px 0;padding:10px 18px;border:1px solid #2c6e63;border-radius:20px;color:#2c6e63;font-weight:600;text-decoration:none';
const HINT = 'margin:4px 0 0;font-size:13px;color:#5d6b68';

/**
 * The HTML of a mail around its printed words, with a link per option below them. No image, no style sheet, no script:
 * nothing is loaded, and nobody learns that it was read.
 */
export function htmlPage(words: string, choices: readonly LinkedChoice[]): string {
  const below = choices
    .filter(({ options }) => options.length > 0)
    .map((choice) => `\n${buttons(choice)}`)
    .join('');
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="${escapeHtml(BODY)}">
<div style="max-width:640px">
${words}${below}
</div>
</body>
</html>
`;
}

function buttons({ prompt, options, multi }: LinkedChoice): string {
  const links = options.map(
    ({ label, url }) =>
      `<a dir="auto" href="${escapeHtml(url)}" rel="noopener noreferrer" style="${BUTTON}">${escapeHtml(clipLabel(label, MAX_LABEL_UNITS, 'utf16'))}</a>`,
  );
  // With several answers, the words above say how to reply already.
  const hint = multi ? [] : [`<p style="${HINT}">Press one, or reply with its number.</p>`];
  return `<div role="group" aria-label="${escapeHtml(clipLabel(prompt, MAX_LABEL_UNITS, 'utf16'))}" style="margin:16px 0">
${[...links, ...hint].join('\n')}
</div>`;
}
