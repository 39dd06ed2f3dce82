/** A value of an argument: texts in a query, anything in a JSON body. */
export type Argument = unknown

/** A function that is called over HTTP. */
export interface ServiceFunction {
  /** Names of its arguments in order; all are needed. */
  readonly parameters: readonly string[]
  /**
   * An object is the body of the answer, anything else its `result`.
   *
   * @throws RangeError when an argument is larger than it takes
   */
  readonly call: (...values: readonly Argument[]) => unknown
}

/** Functions under one name. */
export interface Service {
  readonly name: string
  readonly description: string
  /** By the names of their paths, such as `math.multiply`. */
  readonly functions: ReadonlyMap<string, ServiceFunction>
}

/** Makes a service of its functions. */
export function createService(name: string, description: string, functions: Readonly<Record<string, ServiceFunction>>): Service {
  return { name, description, functions: new Map(Object.entries(functions)) }
}

/** A function of numbers. */
export function ofNumbers(parameters: readonly string[], call: (...values: readonly number[]) => unknown): ServiceFunction {
  return { parameters, call: (...values) => call(...values.map(Number)) }
}

/** A function of one text. */
export function ofText(parameter: string, call: (text: string) => unknown): ServiceFunction {
  return { parameters: [parameter], call: (value) => call(String(value)) }
}

/** A function without arguments. */
export function ofNothing(call: () => unknown): ServiceFunction {
  return { parameters: [], call }
}
