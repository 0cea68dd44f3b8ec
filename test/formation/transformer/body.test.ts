import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormationTransformer } from '../../../src/formation/transformer/formation-transformer.ts';
import type { TemplateVariables } from '../../../src/protocol/transformer.ts';
import { load, loaded } from '../workshop.ts';

const AFS = 'id: acme\nagent: { type: script, replies: [] }\n';

async function compiled(body: string, env: Record<string, string> = {}): Promise<FormationTransformer> {
  const indented = body.replace(/^/gm, '  ');
  const files = { 'formation.afs': AFS, 'transformers/mine.yaml': `name: mine\nbody:\n${indented}\n` };
  const transformer = (await loaded(files, { env })).transformers.get('mine');
  if (!transformer) throw new Error('the transformer is not there');
  return transformer;
}

function variables(more: Partial<TemplateVariables> = {}): TemplateVariables {
  return {
    response: { content: 'Hello' },
    context: {},
    agent: { name: 'acme' },
    timestamp: '2026-11-30T12:00:00.000Z',
    ui: {},
    ...more,
  };
}

async function rendered(
  body: string,
  more: Partial<TemplateVariables> = {},
  env: Record<string, string> = {},
): Promise<unknown> {
  return (await compiled(body, env)).body(variables(more));
}

describe('a body', () => {
  it('may name every variable', async () => {
    const body = `
a: "\${{ response.content }}"
b: "\${{ response.files }}"
c: "\${{ response.metadata.model.name }}"
d: "\${{ response.ui }}"
e: "\${{ request.message }}"
f: "\${{ request.user_id }}"
g: "\${{ request.files }}"
h: "\${{ context.chat_id }}"
i: "\${{ secrets.TOKEN }}"
j: "\${{ agent.name }}"
k: "\${{ timestamp }}"
l: "\${{ ui.telegram.reply_markup }}"
m: "\${{ ui.toy.knobs }}"
n: "\${{ response.files.0.name }}"`;
    const more: Partial<TemplateVariables> = {
      response: {
        content: 'c',
        files: [{ name: 'f' }],
        metadata: { model: { name: 'tiny' } },
        ui: [{ type: 'options' }],
      },
      request: { message: 'm', user_id: '7', files: [] },
      context: { chat_id: 42 },
      ui: { telegram: { reply_markup: { inline_keyboard: [] } }, toy: { knobs: 3 } },
    };
    expect(await rendered(body, more, { TOKEN: 't' })).toEqual({
      a: 'c',
      b: [{ name: 'f' }],
      c: 'tiny',
      d: [{ type: 'options' }],
      e: 'm',
      f: '7',
      g: [],
      h: 42,
      i: 't',
      j: 'acme',
      k: '2026-11-30T12:00:00.000Z',
      l: { inline_keyboard: [] },
      m: 3,
      n: 'f',
    });
  });

  it('keeps the type of a value that stands alone', async () => {
    for (const value of [0, 1.5, false, true, '', 'x', [], {}, [0], { a: null }]) {
      expect(await rendered('a: "${{ context.v }}"', { context: { v: value } })).toEqual({ a: value });
    }
  });

  it('writes a value into a text as text, objects as JSON, nothing as nothing', async () => {
    const body = 'a: "<${{ context.v }}>"';
    const textOf = async (value: unknown) => {
      const { a } = (await rendered(body, { context: { v: value } })) as { a: string };
      return a;
    };
    expect(await textOf('x')).toBe('<x>');
    expect(await textOf(0)).toBe('<0>');
    expect(await textOf(false)).toBe('<false>');
    expect(await textOf({ a: [1] })).toBe('<{"a":[1]}>');
    expect(await textOf(null)).toBe('<>');
    expect(await textOf(undefined)).toBe('<>');
  });

  it('leaves out what renders to nothing, and what lost everything by that', async () => {
    const body = `
gone: "\${{ context.absent }}"
null_too: null
also: "\${{ context.nothing }}"
deep: { a: { b: "\${{ context.absent }}" }, c: ["\${{ context.absent }}", [null]] }
kept: { a: "\${{ context.absent }}", b: 1 }
list: ["\${{ context.absent }}", 1, null, 2]`;
    expect(await rendered(body, { context: { nothing: null } })).toEqual({ kept: { b: 1 }, list: [1, 2] });
  });

  it('keeps what is written as empty', async () => {
    expect(await rendered("a: []\nb: {}\nc: ''\nd: false\ne: 0\nf: [[], {}, '', false, 0]")).toEqual({
      a: [],
      b: {},
      c: '',
      d: false,
      e: 0,
      f: [[], {}, '', false, 0],
    });
  });

  it('that lost everything is an empty map', async () => {
    expect(await rendered('a: "${{ context.absent }}"')).toEqual({});
  });

  it('takes a default for what is missing, not for what is empty', async () => {
    const body = 'a: "${{ context.v ?? \'none\' }}"\nb: "<${{ context.v ?? \'none\' }}>"';
    expect(await rendered(body)).toEqual({ a: 'none', b: '<none>' });
    expect(await rendered(body, { context: { v: null } })).toEqual({ a: 'none', b: '<none>' });
    expect(await rendered(body, { context: { v: '' } })).toEqual({ a: '', b: '<>' });
    expect(await rendered(body, { context: { v: 0 } })).toEqual({ a: 0, b: '<0>' });
  });

  it('fills in once: a value that looks like a placeholder stays as it is', async () => {
    expect(
      await rendered('a: "${{ context.v }}!"', { context: { v: '${{ secrets.TOKEN }}' } }, { TOKEN: 't' }),
    ).toEqual({
      a: '${{ secrets.TOKEN }}!',
    });
  });

  it('is a fresh value each time', async () => {
    const transformer = await compiled('a: { b: [1] }\nc: []\nd: {}');
    const first = transformer.body(variables()) as { a: { b: number[] }; c: number[]; d: Record<string, number> };
    first.a.b.push(2);
    first.c.push(3);
    first.d.x = 4;
    expect(transformer.body(variables())).toEqual({ a: { b: [1] }, c: [], d: {} });
  });

  it('never looks into prototypes, and not into own keys of their names', async () => {
    const hostile = JSON.parse('{"__proto__":{"a":"bad"},"constructor":{"name":"bad"},"prototype":"bad"}') as Record<
      string,
      unknown
    >;
    const body = `
a: "\${{ context.__proto__.a }}"
b: "\${{ context.constructor.name }}"
c: "\${{ context.prototype }}"
d: "\${{ context.toString }}"
e: "\${{ context.text.length }}"
f: "<\${{ context.constructor }}>"
g: "\${{ context.constructor ?? 'default' }}"`;
    const context = Object.assign(Object.create({ toString: 'bad' }), { text: 'abc' });
    Object.defineProperties(context, Object.getOwnPropertyDescriptors(hostile));
    const { formation, lines } = await load({
      'formation.afs': AFS,
      'transformers/mine.yaml': `name: mine\nbody:${body.replace(/^/gm, '  ')}\n`,
    });
    expect(lines.map((line) => line.replace(/^.*yaml:/, ''))).toEqual([
      '3:7: warning: body.a: "__proto__" is never looked up, this is always empty.',
      '4:7: warning: body.b: "constructor" is never looked up, this is always empty.',
      '5:7: warning: body.c: "prototype" is never looked up, this is always empty.',
      '8:8: warning: body.f: "constructor" is never looked up, this is always empty.',
      '9:7: warning: body.g: "constructor" is never looked up, this is always empty.',
    ]);
    expect(formation?.transformers.get('mine')?.body(variables({ context }))).toEqual({ f: '<>', g: 'default' });
  });

  it('that cannot be written fails with a code and without the value', async () => {
    let deep: unknown = 'secret words';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const { body } = await compiled('a: "<${{ context.deep }}>"');
    expect(() => body(variables({ context: { deep } }))).toThrow(
      expect.objectContaining({
        code: 'template_failed',
        message: 'Cannot write ${{ context.deep }} into a text: its value is no JSON.',
      }),
    );
  });

  it('passes a deep value on where it stands alone', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const { a } = (await rendered('a: "${{ context.deep }}"', { context: { deep } })) as { a: unknown };
    expect(a).toBe(deep);
  });
});

describe('the ui of a body', () => {
  const withUi =
    'chat: "${{ context.c }}"\ntext: "${{ response.content }}"\nreply_markup: "${{ ui.telegram.reply_markup }}"\nx: 1';
  const withoutUi = 'chat: "${{ context.c }}"\ntext: "${{ response.content }}"\nx: 1';

  it('is told by usesUi', async () => {
    expect((await compiled(withUi)).usesUi).toBe(true);
    expect((await compiled('a: "${{ response.ui }}"')).usesUi).toBe(true);
    expect((await compiled('a: { b: ["x ${{ ui.toy.a.b }}"] }')).usesUi).toBe(true);
    expect((await compiled(withoutUi)).usesUi).toBe(false);
  });

  it('leaves no trace without widgets: the bytes are those of a body without the line', async () => {
    const [one, other] = [await compiled(withUi), await compiled(withoutUi)];
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
        fc.constantFrom<TemplateVariables['ui']>({}, { telegram: {} }, { slack: { blocks: [1] } }),
        (content, value, ui) => {
          const values = variables({ response: { content }, context: { c: value }, ui });
          expect(JSON.stringify(one.body(values))).toBe(JSON.stringify(other.body(values)));
        },
      ),
    );
  });

  it('does not change a body that does not name it', async () => {
    const { body } = await compiled(withoutUi);
    const plain = JSON.stringify(body(variables()));
    const response = { content: 'Hello', ui: [{ type: 'options' }] };
    expect(JSON.stringify(body(variables({ response, ui: { telegram: { reply_markup: {} } } })))).toBe(plain);
  });
});
