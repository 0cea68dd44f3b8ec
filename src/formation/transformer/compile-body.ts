import type { Path, SourceEntry, SourceNode, SourceText } from '../yaml/source.ts';
import { type Compilation, compilePieces, type Render, textOf } from './compile-text.ts';

const CONTENT = /^\$\{\{\s*response\.content\b/;

/**
 * Compiles a part of a body to a function that makes a fresh value each time. Values of variables are passed on as they are.
 * A map entry or list item that renders to nothing is left out; a map or list that had some and lost all is nothing itself.
 */
export function compileBody(node: SourceNode, path: Path, compilation: Compilation): Render {
  switch (node.kind) {
    case 'text':
      return compileText(node, path, compilation);
    case 'scalar': {
      const value = node.value ?? undefined;
      return () => value;
    }
    case 'list':
      return compileList(node.items.map((item, index) => compileBody(item, [...path, index], compilation)));
    case 'map':
      return compileMap(node.entries, path, compilation);
  }
}

/** A text that is one placeholder keeps the type of its value. */
function compileText(node: SourceText, path: Path, compilation: Compilation): Render {
  if (!node.value.includes('${{')) {
    const text = node.value;
    return () => text;
  }
  const pieces = compilePieces(node, path, compilation);
  const [first] = pieces;
  if (pieces.length === 1 && first?.kind === 'value') return first.render;
  if (pieces.some((piece) => piece.kind === 'value' && CONTENT.test(piece.source))) {
    compilation.onContentBeside?.(pieces.map((piece) => (piece.kind === 'fixed' ? piece.text : '')).join(''));
  }
  const parts = pieces.map((piece) => (piece.kind === 'value' ? piece : piece.text));
  return (variables) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : textOf(part.render(variables), part.source);
    return text;
  };
}

function compileList(items: readonly Render[]): Render {
  if (items.length === 0) return () => [];
  return (variables) => {
    const list: unknown[] = [];
    for (const item of items) {
      const value = item(variables);
      if (value !== undefined) list.push(value);
    }
    return list.length > 0 ? list : undefined;
  };
}

function compileMap(entries: ReadonlyMap<string, SourceEntry>, path: Path, compilation: Compilation): Render {
  if (entries.size === 0) return () => ({});
  const compiled = Array.from(entries, ([key, entry]) => ({
    key,
    render: compileBody(entry.value, [...path, key], compilation),
  }));
  return (variables) => {
    const map: Record<string, unknown> = {};
    let isEmpty = true;
    for (const { key, render } of compiled) {
      const value = render(variables);
      if (value === undefined) continue;
      map[key] = value;
      isEmpty = false;
    }
    return isEmpty ? undefined : map;
  };
}
