/** Whether a value is an object with fields, and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an unchecked value, which may be those of its class; none when it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** Fields that are left out when they are `undefined`. */
export type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Leaves out the fields that are `undefined`, so that the others can be spread over the documented ones. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
