import { BridgeError } from '../../protocol/errors.ts';
import type { TemplateVariables } from '../../protocol/transformer.ts';
import { httpUrlProblem } from '../http-url.ts';
import { webhookUrlProblem } from '../webhook-url.ts';
import { findEntry, type Path, pathText, type SourceText } from '../yaml/source.ts';
import { type Compilation, type CompiledPiece, compilePieces, textOf } from './compile-text.ts';
import type { TextTemplate } from './formation-transformer.ts';
import type { TransformerKeys } from './schema.ts';

/** What stands for a value of the message. */
type Fill = (piece: CompiledPiece & { kind: 'value' }) => string;

/** RFC 9110 field values, with Latin-1. A line break would begin a header of somebody else's choice. */
const NOT_IN_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** Compiles `endpoint.url`. A value of a message can never choose the server: it is encoded, and the origin is fixed at load. */
export function compileUrl(compilation: Compilation): TextTemplate {
  const path = ['endpoint', 'url'];
  const node = textAt(path, compilation);
  const pieces = node ? compilePieces(node, path, compilation) : [];
  if (node && !compilation.file.settled.has(node)) {
    const [one, other] = [filled(pieces, () => 'x'), filled(pieces, () => 'y')];
    const problem =
      httpUrlProblem(one) ??
      (originOf(one) === originOf(other) ? undefined : 'scheme, host and port must not hold a variable') ??
      (compilation.allowHosts && webhookUrlProblem(one, compilation.allowHosts));
    if (problem) compilation.file.findings.error(node.start, `${pathText(path)}: ${problem}.`);
  }
  const ownDots = dotSegments(filled(pieces, () => 'x'));
  return (variables) => {
    const url = filled(pieces, (piece) => encoded(textOf(piece.render(variables), piece.source), piece.source));
    if (dotSegments(url) > ownDots) throw unwritable('a path of "." or ".."', 'the URL');
    return url;
  };
}

/** How many parts of the path lead up or nowhere. No encoding keeps them from it: WHATWG URL, 4.4, reads `%2e` alike. */
function dotSegments(url: string): number {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split(/[/\\]/).filter((part) => /^(?:\.|%2e){1,2}$/i.test(part)).length;
}

/** Compiles `headers` and `auth` to one set of headers. */
export function compileHeaders(
  { headers, auth }: Pick<TransformerKeys, 'headers' | 'auth'>,
  compilation: Compilation,
): (variables: TemplateVariables) => Readonly<Record<string, string>> {
  const templates = new Map<string, TextTemplate>();
  for (const name of Object.keys(headers)) templates.set(name, compileHeader(['headers', name], compilation));
  if (auth) {
    const [name, template] = compileAuth(auth, compilation);
    const twice = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
    if (twice !== undefined) {
      const { keyStart } = findEntry(compilation.file.root, ['headers', twice]).entry;
      compilation.file.findings.error(keyStart, `headers.${twice}: "auth" sets this header, too. Keep one of them.`);
    }
    templates.set(name, template);
  }
  return (variables) => {
    const rendered: Record<string, string> = {};
    for (const [name, template] of templates) {
      const value = template(variables);
      if (value !== '') rendered[name] = value;
    }
    return rendered;
  };
}

function compileAuth(auth: NonNullable<TransformerKeys['auth']>, compilation: Compilation): [string, TextTemplate] {
  const part = (name: string) => compileHeader(['auth', name], compilation);
  switch (auth.type) {
    case 'bearer': {
      const token = part('token');
      return ['Authorization', (variables) => `Bearer ${token(variables)}`];
    }
    case 'basic': {
      const username = part('username');
      const password = part('password');
      const encoded: TextTemplate = (variables) =>
        Buffer.from(`${username(variables)}:${password(variables)}`).toString('base64');
      return ['Authorization', (variables) => `Basic ${encoded(variables)}`];
    }
    case 'header':
      return [auth.name, part('value')];
  }
}

function compileHeader(path: Path, compilation: Compilation): TextTemplate {
  const node = textAt(path, compilation);
  const pieces = node ? compilePieces(node, path, compilation) : [];
  if (node && NOT_IN_A_HEADER.test(filled(pieces, () => ''))) {
    const sentence = 'a header takes no line break and only Latin-1 characters. Look at its secrets, too.';
    compilation.file.findings.error(node.start, `${pathText(path)}: ${sentence}`);
  }
  return (variables) => {
    const text = filled(pieces, (piece) => textOf(piece.render(variables), piece.source));
    if (NOT_IN_A_HEADER.test(text)) throw unwritable(pathText(path), 'a header');
    return text;
  };
}

function filled(pieces: readonly CompiledPiece[], fill: Fill): string {
  return pieces.map((piece) => (piece.kind === 'value' ? fill(piece) : piece.text)).join('');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function encoded(text: string, source: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair.
    throw unwritable(source, 'the URL');
  }
}

function textAt(path: Path, { file }: Compilation): SourceText | undefined {
  const { entry, isWhole } = findEntry(file.root, path);
  return isWhole && entry.value.kind === 'text' ? entry.value : undefined;
}

function unwritable(what: string, where: string): BridgeError {
  return new BridgeError(
    'template_failed',
    `Cannot write ${what} into ${where}: it holds characters that must not stand there.`,
  );
}
