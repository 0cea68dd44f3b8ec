/** Marks within marks; deeper ones stay words, so that no text is too much for the page. */
const MAX_DEPTH = 12;

let depth = 0;

/**
 * A text as nodes, by rules that are tried in order at every place; what no rule takes stays words.
 * A rule is a sticky pattern, and what is made of a match: nodes or strings, or nothing to go on to the next rule.
 * @param {string} text
 * @param {readonly (readonly [RegExp, (match: RegExpExecArray) => (Node | string)[] | undefined])[]} rules
 * @returns {(Node | string)[]}
 */
export function marked(text, rules) {
  if (depth === MAX_DEPTH) return [text];
  depth++;
  try {
    return nodesOf(text, rules);
  } finally {
    depth--;
  }
}

function nodesOf(text, rules) {
  const nodes = [];
  let words = '';
  let position = 0;
  while (position < text.length) {
    const taken = takenAt(text, position, rules);
    if (taken) {
      if (words !== '') nodes.push(words);
      words = '';
      nodes.push(...taken.nodes);
      position += taken.length;
    } else {
      words += text[position];
      position++;
    }
  }
  if (words !== '') nodes.push(words);
  return nodes;
}

function takenAt(text, position, rules) {
  for (const [pattern, make] of rules) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    // Making may use the same pattern again, further inside.
    const nodes = match && match[0] !== '' ? make(match) : undefined;
    if (nodes) return { nodes, length: match[0].length };
  }
  return undefined;
}
