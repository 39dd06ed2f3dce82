/** Whether a value is an object with fields, and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a part of a config is an object, as its type promises: the content of a config file is not checked yet. */
export function isPart(value: unknown): boolean {
  return isObject(value)
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
