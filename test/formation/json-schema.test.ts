import { describe, expect, it } from 'vitest';
import { compileJsonSchema } from '../../src/formation/json-schema.ts';

function checked(schema: Record<string, unknown>) {
  const compiled = compileJsonSchema(schema);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled.faultIn;
}

const order = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^(a+)+$' }, total: { type: 'number' } },
  required: ['id'],
  additionalProperties: false,
};

describe('a compiled JSON Schema', () => {
  it('takes what fits', () => {
    expect(checked(order)({ id: 'aaa', total: 3 })).toBeUndefined();
  });

  it('tells the place and the fault, and does not quote the value', () => {
    const check = checked(order);
    expect(check({ id: 'aaa', total: 'hunter2' })).toBe('total must be number');
    expect(check({})).toBe("must have required property 'id'");
    expect(check({ id: 'aaa', secret: 'hunter2' })).toBe('must NOT have additional properties');
    expect(check(null)).toBe('must be object');
  });

  it('tells it in few characters, however long the keys are', () => {
    const check = checked({ type: 'object', additionalProperties: { type: 'number' } });
    expect(check({ ['k'.repeat(10_000)]: 'x' })?.length).toBeLessThan(150);
  });

  it('takes no time that grows with the square or worse for a hostile text [HI-52]', () => {
    const check = checked(order);
    const begun = performance.now();
    expect(check({ id: `${'a'.repeat(50_000)}!` })).toMatch(/^id must match pattern/);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('keeps its patterns apart', () => {
    const check = checked({
      properties: { a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } },
    });
    expect([check({ a: 'a', b: 'b' }), check({ b: 'a' })]).toEqual([undefined, 'b must match pattern "^b$"']);
  });

  it('has formats as notes only', () => {
    expect(checked({ type: 'string', format: 'date-time' })('yesterday')).toBeUndefined();
  });

  it('is of draft-07 where it says so', () => {
    const check = checked({ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'number' }] });
    expect([check([1]), check(['x'])]).toEqual([undefined, '0 must be number']);
  });

  it.each<[Record<string, unknown>, string, string[]]>([
    [{ type: 'objekt' }, 'schema is invalid: data/type must be equal to one of the allowed values', ['type']],
    [
      { properties: { 'a/b': { type: 'strin' } } },
      'schema is invalid: data/properties/a~1b/type must be equal to one of the allowed values',
      ['properties', 'a/b', 'type'],
    ],
    [{ kind: 'string' }, 'strict mode: unknown keyword: "kind"', []],
    [{ $async: true }, '"$async" is not taken', ['$async']],
  ])('refuses %j where it is wrong', (schema, problem, place) => {
    const refused = compileJsonSchema(schema);
    if (!('problem' in refused)) throw new Error('It was taken.');
    expect(refused.problem.startsWith(problem)).toBe(true);
    expect(refused.place).toEqual(place);
  });

  it.each([{ $ref: 'https://elsewhere.example/schema' }, { type: 'string', pattern: '(?=a)' }])(
    'refuses %j, which needs what is not here',
    (schema) => {
      expect(compileJsonSchema(schema)).toMatchObject({ problem: expect.any(String), place: [] });
    },
  );
});
