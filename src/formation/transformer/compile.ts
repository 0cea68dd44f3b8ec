import type { ContentFormat } from '../../protocol/transformer.ts';
import { checkSchema } from '../check-schema.ts';
import { quoted } from '../finding.ts';
import { findEntry, toPlain } from '../yaml/source.ts';
import { compileBody } from './compile-body.ts';
import { compileHeaders, compileUrl } from './compile-request.ts';
import { type Compilation, compilePieces } from './compile-text.ts';
import type { FormationTransformer } from './formation-transformer.ts';
import { type TransformerKeys, transformerSchema } from './schema.ts';

/** Compiles a transformer file. Absent when its keys are wrong; every problem is in the file's findings. */
export async function compileTransformer(
  compilation: Compilation,
  expectedName: string,
): Promise<FormationTransformer | undefined> {
  const { file, secrets } = compilation;
  const keys = await checkSchema(transformerSchema, toPlain(file.root), { file, path: [], secrets });

  const named = findEntry(file.root, ['name']);
  const name = named.entry.value;
  if (named.isWhole && name.kind === 'text' && name.value !== expectedName) {
    const sentence = `found ${quoted(name.value)}, expected ${quoted(expectedName)} as the file is named. Rename one of them.`;
    file.findings.error(name.start, `name: ${sentence}`);
  }

  let usesUi = false;
  let nativeUi: string | undefined;
  let usesTimestamp = false;
  let contentOverheadUnits = 0;
  const bodySource = findEntry(file.root, ['body']);
  const body =
    bodySource.isWhole &&
    compileBody(bodySource.entry.value, ['body'], {
      ...compilation,
      onVariable(path) {
        if (path[0] === 'ui' || (path[0] === 'response' && path[1] === 'ui')) usesUi = true;
        if (path[0] === 'ui') nativeUi ??= path[1];
        if (path[0] === 'timestamp') usesTimestamp = true;
        compilation.onVariable?.(path);
      },
      onContentBeside(words) {
        contentOverheadUnits = Math.max(contentOverheadUnits, words.length);
      },
    });
  const requestReads = new Set<string>();
  const request: Compilation = {
    ...compilation,
    onVariable(path) {
      if (path[0] !== undefined) requestReads.add(path[0]);
      compilation.onVariable?.(path);
    },
  };
  const url = compileUrl(request);
  if (!keys || !body) {
    checkHeaders(compilation);
    return undefined;
  }
  const headers = compileHeaders(keys, request);
  warnOfHtmlShownRaw(keys, compilation);
  return {
    name: expectedName,
    usesUi,
    usesTimestamp,
    contentOverheadUnits,
    content: contentOf(keys.content_transform),
    body: (variables) => body(variables) ?? {},
    headers,
    requestReads,
    ...(nativeUi !== undefined && { nativeUi }),
    ...(keys.version !== undefined && { version: String(keys.version) }),
    ...(keys.endpoint && { endpoint: { method: keys.endpoint.method, url } }),
  };
}

/** Where the keys are wrong their placeholders are checked nevertheless: everything is told at once. */
function checkHeaders(compilation: Compilation): void {
  for (const key of ['auth', 'headers']) {
    const { entry, isWhole } = findEntry(compilation.file.root, [key]);
    if (!isWhole) continue;
    toPlain(
      entry.value,
      (text, path) => {
        compilePieces(text, path, compilation);
        return '';
      },
      [key],
    );
  }
}

function contentOf(keys: TransformerKeys['content_transform']): Partial<ContentFormat> {
  return {
    ...(keys.format !== undefined && { format: keys.format }),
    ...(keys.max_length !== undefined && { maxLength: keys.max_length }),
    ...(keys.overflow !== undefined && { overflow: keys.overflow }),
    ...(keys.truncation_suffix !== undefined && { truncationSuffix: keys.truncation_suffix }),
  };
}

/** Telegram shows HTML as it stands unless the body says what it is. */
function warnOfHtmlShownRaw({ name, body, content_transform: content }: TransformerKeys, { file }: Compilation): void {
  if (name !== 'telegram' || content.format !== 'html' || Object.hasOwn(body, 'parse_mode')) return;
  const { entry } = findEntry(file.root, ['content_transform', 'format']);
  const sentence = 'Telegram would show the tags. Add "parse_mode: HTML" to the body.';
  file.findings.warning(entry.value.start, `content_transform.format: ${sentence}`);
}
