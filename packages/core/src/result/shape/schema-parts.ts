import { z } from 'zod'

/** A type without its permission to write. */
type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** A schema whose values are exactly those of a type, checked in both directions when it is compiled. */
export type Mirror<Value, Schema extends z.ZodType<Value>> = Value extends DeepReadonly<z.output<Schema>> ? Schema : never

/**
 * Ties a schema to the type it describes: `mirror<Counts>()(z.strictObject(...))` compiles only when each is assignable to the other.
 *
 * The type is not inferred from the schema: declarations are made of each file by itself, which such a type does not allow, and editors show the
 * comments of a type and not what a schema says.
 *
 * @param id name of the type's own definition in the JSON schema; without one it is written in place
 */
export function mirror<Value>(id?: string): <Schema extends z.ZodType<Value>>(schema: Schema & Mirror<Value, Schema>) => z.ZodType<Value> {
  return (schema) => (id === undefined ? schema : schema.meta({ id }))
}

/** A whole number of things, from 0. */
export function count(description: string): z.ZodNumber {
  return z.number().int().min(0).describe(description)
}

/** A whole number that is `null` when it is not known. */
export function countOrNull(description: string): z.ZodNullable<z.ZodNumber> {
  return z.number().int().min(0).nullable().describe(description)
}

/** A number from 0. */
export function amount(description: string): z.ZodNumber {
  return z.number().min(0).describe(description)
}

/** A number from 0 that is `null` when it is not known. */
export function amountOrNull(description: string): z.ZodNullable<z.ZodNumber> {
  return z.number().min(0).nullable().describe(description)
}

/** A number of either sign: seconds from the start of the run phase, negative in the warm-up. */
export function instant(description: string): z.ZodNumber {
  return z.number().describe(`${description}, in seconds from the start of the run phase; negative in the warm-up`)
}
