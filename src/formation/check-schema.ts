import type { z } from 'zod';
import { reasonOf } from '../protocol/errors.ts';
import { quoted } from './finding.ts';
import { issueSentence } from './issue-sentence.ts';
import { allowedWords } from './likely-word.ts';
import type { Secrets } from './secrets.ts';
import type { YamlFile } from './yaml/read-yaml.ts';
import { findEntry, type Path, pathText } from './yaml/source.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks a part of a file against a schema; every issue becomes an error at the place it is about.
 * `value` is the part at `path` with its secrets filled in. A schema that throws is reported, too.
 */
export async function checkSchema<T>(
  schema: z.ZodType<T>,
  value: unknown,
  where: {
    file: YamlFile;
    path: Path;
    secrets: Secrets;
    /** Keys that may stand beside those of the schema, and are checked elsewhere. */
    otherKeys?: readonly string[];
  },
): Promise<T | undefined> {
  const { file, path, secrets, otherKeys = [] } = where;
  const allowedKeys = new WeakMap<readonly string[], readonly string[]>();

  try {
    const result = await schema.safeParseAsync(value, {
      // Our own sentences need the source, not the input with its secrets: an empty message asks for one below.
      error(issue) {
        if (issue.code === 'unrecognized_keys') allowedKeys.set(issue.keys, keysOf(issue.inst));
        return '';
      },
    });
    if (result.success) return result.data;
    for (const { issue, at } of flatten(result.error.issues, path)) report(issue, at);
  } catch (error) {
    const { keyStart } = findEntry(file.root, path).entry;
    file.findings.error(keyStart, `${pathText(path)}: ${withoutSecret(`checking this failed: ${reasonOf(error)}.`)}`);
  }
  return undefined;

  function report(issue: Issue, at: Path): void {
    const { entry, isWhole } = findEntry(file.root, at);
    if (file.settled.has(entry.value)) return;
    if (issue.code === 'unrecognized_keys' && issue.message === '') {
      const others = at.length === path.length ? otherKeys : [];
      for (const key of issue.keys) reportKey(key, at, [...(allowedKeys.get(issue.keys) ?? []), ...others]);
      return;
    }
    const isAboutKey = !isWhole || issue.code === 'invalid_key';
    const sentence =
      issue.message === '' ? issueSentence(issue, isWhole ? entry.value : undefined) : withoutSecret(issue.message);
    const place = isAboutKey ? entry.keyStart : entry.value.start;
    file.findings.error(place, `${pathText(at)}: ${sentence}`);
  }

  function reportKey(key: string, at: Path, allowed: readonly string[]): void {
    const { keyStart } = findEntry(file.root, [...at, key]).entry;
    const prefix = at.length === 0 ? '' : `${pathText(at)}: `;
    file.findings.error(keyStart, `${prefix}${quoted(key)} is not known here${allowedWords(key, allowed)}`);
  }

  /** A plug-in may quote the value that it checked. */
  function withoutSecret(sentence: string): string {
    const secret = secrets.shownBy(sentence);
    return secret === undefined ? sentence : `not accepted; the reason would show the secret ${secret}.`;
  }
}

/** Issues with full paths; of a union only those of the branch that comes closest. */
function* flatten(issues: readonly Issue[], prefix: Path): Generator<{ issue: Issue; at: Path }> {
  for (const issue of issues) {
    const at = [...prefix, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
    const inner = issue.message === '' ? closestBranch(issue) : undefined;
    if (inner) yield* flatten(inner, at);
    else if (issue.code === 'invalid_key') yield { issue: { ...issue, message: keySentence(issue) }, at };
    else yield { issue, at };
  }
}

function closestBranch(issue: Issue): readonly Issue[] | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const branches = issue.errors.filter(([first]) => first && !isOfOtherKind(first));
  return branches.sort((a, b) => a.length - b.length)[0];
}

/** Whether the value is not even of a branch's kind, e.g. text where that takes a map. */
function isOfOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

function keySentence({ issues }: z.core.$ZodIssueInvalidKey): string {
  return issues.find(({ message }) => message !== '')?.message ?? 'this name is not allowed.';
}

function keysOf(schema: z.core.$ZodType | z.core.$ZodCheck | undefined): string[] {
  const def: unknown = schema?._zod.def;
  if (typeof def !== 'object' || def === null || !('shape' in def)) return [];
  return typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : [];
}
