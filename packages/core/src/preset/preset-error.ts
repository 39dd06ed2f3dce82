const brand = Symbol.for('benchpress.preset-error')

/** An error that the contract of presets knows; told apart with {@link isPresetError}. */
export class PresetError extends Error {
  constructor(message: string) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Whether a value is an error of a kind, also one from another installed copy, for which `instanceof` fails. */
export function isPresetError<Kind extends PresetError>(value: unknown, kind: new (...args: never[]) => Kind): value is Kind {
  return value instanceof Error && brand in value && value.name === kind.name
}
