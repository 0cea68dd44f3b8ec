import type { Trigger } from '../../protocol/trigger.ts';
import { checkSchema } from '../check-schema.ts';
import type { Secrets } from '../secrets.ts';
import { compilePieces, textOf } from '../transformer/compile-text.ts';
import { promptVariables } from '../transformer/variables.ts';
import type { YamlFile } from '../yaml/read-yaml.ts';
import { type SourceText, toPlain } from '../yaml/source.ts';
import { readData } from './read-data.ts';
import type { TriggerFile } from './read-trigger-file.ts';
import { triggerSchema } from './schema.ts';

/** Compiles a trigger file. Absent when its keys are wrong; every problem is in the file's findings. */
export async function compileTrigger(
  { file, prompt: source }: TriggerFile,
  name: string,
  secrets: Secrets,
): Promise<Trigger | undefined> {
  const prompt = compilePrompt(source, file, secrets);
  const plain = toPlain(file.root, (node, path) => secrets.fill({ file, node, path }, { leaveOthers: false }));
  const keys = await checkSchema(triggerSchema, plain, { file, path: [], secrets });
  if (!keys) return undefined;
  const { transformer, webhook, parse } = keys;
  if (source.value === '' && !parse.message) {
    const sentence = 'there is nothing for the agent to read. Write a prompt below, or name parse.message.';
    file.findings.error(source.start, sentence);
  }
  return {
    name,
    ...(transformer !== undefined && { transformer }),
    ...(webhook !== undefined && { url: webhook }),
    read: (data) => readData(data, name, parse),
    prompt,
  };
}

/** A prompt that names nothing is an instruction: the message stands below it. */
function compilePrompt(source: SourceText, file: YamlFile, secrets: Secrets): Trigger['prompt'] {
  const pieces = compilePieces(source, ['prompt'], { file, secrets, variables: promptVariables() });
  const isFixed = pieces.every(({ kind }) => kind === 'fixed');
  return (variables) => {
    const text = pieces
      .map((piece) => (piece.kind === 'fixed' ? piece.text : textOf(piece.render(variables), piece.source)))
      .join('');
    const { message } = variables.request;
    return isFixed && message !== '' ? [text, message].filter((part) => part !== '').join('\n\n') : text;
  };
}
