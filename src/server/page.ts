import { createHash } from 'node:crypto';
import type { Page } from '../protocol/page.ts';

const STYLE = `
:root { --page: #eef1f0; --surface: #fff; --line: #dde3e1; --ink: #1c2524; --muted: #5d6b68; --accent: #2c6e63;
  --accent-ink: #fff; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --page: #10161a; --surface: #182025; --line: #2d3940; --ink: #e6ecea;
  --muted: #9aa9a6; --accent: #6fc1ae; --accent-ink: #0d1f1b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem;
  background: var(--page); color: var(--ink);
  font: 16px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: 18px; overflow-wrap: anywhere; }
h1, p, a, button, label { unicode-bidi: plaintext; }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 .75rem; color: var(--muted); }
a, button { display: inline-block; margin-top: .5rem; padding: .7rem 1.3rem; border-radius: 999px; background: var(--accent);
  color: var(--accent-ink); font-weight: 600; text-decoration: none; }
button { border: 0; font: inherit; font-weight: 600; cursor: pointer; text-align: start; }
label { display: block; padding: .5rem 0; cursor: pointer; }
input[type="checkbox"] { inline-size: 1.15rem; block-size: 1.15rem; margin: 0; margin-inline-end: .5rem; vertical-align: -.2rem;
  accent-color: var(--accent); }
a:hover, button:hover { filter: brightness(1.08); }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page holds one style and nothing else, belongs to nobody else's frame, and its address may hold a secret. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

function policy(formAction: string): string {
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

/** A page as HTML, with the headers that keep it to itself. Every text is escaped; an action that is no http(s) URL is left out. */
export function renderPage({ title, lines, action, form, headers }: Omit<Page, 'status'>): {
  html: string;
  headers: Record<string, string>;
} {
  const button =
    action !== undefined && /^https?:\/\//i.test(action.url)
      ? `\n<a href="${escaped(action.url)}">${escaped(action.label)}</a>`
      : '';
  const paragraphs = lines.map((line) => `\n<p>${escaped(line)}</p>`).join('');
  return {
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>${paragraphs}${button}${form ? formOf(form) : ''}
</main>
</html>
`,
    headers: { ...HEADERS, 'Content-Security-Policy': policy(form ? "'self'" : "'none'"), ...headers },
  };
}

function formOf({ label, path, fields, checks = [] }: NonNullable<Page['form']>): string {
  const boxes = checks.map(
    (check) =>
      `<label><input type="checkbox" name="check" value="${escaped(check.value)}"> ${escaped(check.label)}</label>`,
  );
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `\n<form method="post" action="${escaped(path)}">${inputs.join('')}${boxes.join('')}<button>${escaped(label)}</button></form>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
