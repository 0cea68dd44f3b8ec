import { FunctionExpressionType, type jsonpath } from 'json-p3';
import { RE2JS } from 're2js';

/** Patterns may come with the data; of so many different ones the compiled form is kept. */
const MAX_COMPILED = 32;
/** Compiling takes a time that grows with the square of the length; it is milliseconds up to here. */
const MAX_PATTERN_CHARS = 2_000;

/**
 * The functions `match` and `search` of a JSONPath filter (RFC 9535, 2.4.6 and 2.4.7), over RE2: whoever chooses the
 * pattern or the text, the time is linear in both. The library's own use backtracking, where `(a+)+b` and 31 characters
 * take seconds.
 */
export function linearPatterns(): Readonly<Record<'match' | 'search', jsonpath.functions.FilterFunction>> {
  const compiled = new Map<string, RE2JS | null>();
  const compile = (pattern: string): RE2JS | null => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    const made = compileOrNothing(pattern);
    compiled.set(pattern, made);
    return made;
  };
  const pattern = (holds: (pattern: RE2JS, text: string) => boolean): jsonpath.functions.FilterFunction => ({
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, source: unknown) {
      if (typeof text !== 'string' || typeof source !== 'string') return false;
      const made = compile(source);
      return made !== null && holds(made, text);
    },
  });
  return {
    match: pattern((made, text) => made.matches(text)),
    search: pattern((made, text) => made.matcher(text).find()),
  };
}

/** A pattern that cannot be compiled matches nothing, as the standard says; nor does one that is too long. */
function compileOrNothing(pattern: string): RE2JS | null {
  if (pattern.length > MAX_PATTERN_CHARS) return null;
  try {
    return RE2JS.compile(withDots(pattern));
  } catch {
    return null;
  }
}

/** In I-Regexp (RFC 9485) a dot is everything but line feed and carriage return; in RE2, everything but line feed. */
function withDots(pattern: string): string {
  let written = '';
  let isEscaped = false;
  let isInClass = false;
  for (const char of pattern) {
    written += char === '.' && !isEscaped && !isInClass ? '[^\\n\\r]' : char;
    if (isEscaped) isEscaped = false;
    else if (char === '\\') isEscaped = true;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
  }
  return written;
}
