import type { z } from 'zod'

/** A type without its permission to write. */
type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** A schema whose values are exactly those of a type, checked in both directions when it is compiled. */
export type Mirror<Value, Schema extends z.ZodType<Value>> = Value extends DeepReadonly<z.output<Schema>> ? Schema : never

/**
 * Ties a schema to the type it describes: `mirror<Counts>()(z.strictObject(...))` compiles only when each is assignable to the other.
 *
 * @param id name of the type's own definition in the JSON schema; without one it is written in place
 */
export function mirror<Value>(id?: string): <Schema extends z.ZodType<Value>>(schema: Schema & Mirror<Value, Schema>) => z.ZodType<Value> {
  return (schema) => (id === undefined ? schema : schema.meta({ id }))
}
