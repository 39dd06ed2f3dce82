import { expect, test } from 'vitest'
import { z } from 'zod'
import { mirror } from './schema-parts.ts'

interface Point {
  readonly x: number
  readonly labels: readonly string[]
  readonly note: string | null
}

const same = { x: z.number(), labels: z.array(z.string()), note: z.string().nullable() }

test('a schema of the very type compiles and keeps its values', () => {
  const point: Point = { x: 1, labels: ['a'], note: null }
  expect(mirror<Point>()(z.strictObject(same)).parse(point)).toEqual(point)
})

test('a schema that differs from the type in either direction does not compile', () => {
  const { note: _note, ...withoutNote } = same
  const pointSchema = mirror<Point>()
  const schemas = [
    // @ts-expect-error the schema does not know a key
    () => pointSchema(z.strictObject(withoutNote)),
    // @ts-expect-error the schema demands a key that the type does not have
    () => pointSchema(z.strictObject({ ...same, y: z.number() })),
    // @ts-expect-error the schema is narrower than the type
    () => pointSchema(z.strictObject({ ...same, note: z.null() })),
    // @ts-expect-error the schema is wider than the type
    () => pointSchema(z.strictObject({ ...same, note: z.string().nullable().optional() })),
    // @ts-expect-error a value deep inside is narrower than in the type
    () => pointSchema(z.strictObject({ ...same, labels: z.array(z.literal('a')) })),
  ]
  expect(schemas).toHaveLength(5)
})
