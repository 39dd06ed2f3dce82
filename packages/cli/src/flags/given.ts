/** Fields that are left out where they are `undefined`. */
export type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Leaves out the fields that are `undefined`, so that the others can be spread over those of a config. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}

/** Whether a part of a config is an object, as its type says: what a config file holds is unknown. */
export function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
