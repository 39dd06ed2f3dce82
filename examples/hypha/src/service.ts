/** A value of an argument: texts in a query, anything in a JSON body. */
export type Argument = unknown

/** A function that is called over HTTP. */
export interface ServiceFunction {
  /** Names of the arguments in order, all of which are required. */
  readonly parameters: readonly string[]
  /**
   * Computes the body of the response, which is sent as JSON.
   *
   * @throws RangeError when an argument is too large
   */
  readonly call: (...values: readonly Argument[]) => unknown
}

/** Functions under one name. */
export interface Service {
  /** Name of the service in a path. */
  readonly id: string
  /** Name of the service for people. */
  readonly name: string
  readonly description: string
  /** Functions by their names in paths, such as `math.multiply`. */
  readonly functions: ReadonlyMap<string, ServiceFunction>
}

/** Creates a service from its functions. */
export function createService(
  id: string,
  name: string,
  description: string,
  functions: Readonly<Record<string, ServiceFunction>>,
): Service {
  return { id, name, description, functions: new Map(Object.entries(functions)) }
}

/** The description of a single service, with its functions and the objects that contain some of them. */
export function describeService({ id, name, description, functions }: Service): object {
  const paths = [...functions.keys()]
  const members = paths.flatMap((path, index) => {
    const [group = ''] = path.split('.')
    const isLastOfGroup = path.includes('.') && paths.findLastIndex((other) => other.startsWith(`${group}.`)) === index
    return [{ name: path, type: 'function' }, ...(isLastOfGroup ? [{ name: group, type: 'object' }] : [])]
  })
  return { id, name, description, config: configOf(), type: 'generic', members }
}

/** The entry of a service in the list of all, with its owner. */
export function listService({ id, name, description, functions }: Service, registrant: string): object {
  const all = [...functions.keys()].map((path) => [path, { type: 'function', name: path }] as const)
  return { id: `${registrant}${id}`, name, description, config: configOf(), ...Object.fromEntries(all) }
}

function configOf(): object {
  return { require_context: false, visibility: 'public', workspace: 'default' }
}

/** A function of numbers. */
export function ofNumbers(parameters: readonly string[], call: (...values: readonly number[]) => unknown): ServiceFunction {
  return { parameters, call: (...values) => call(...parameters.map((_, index) => Number(values[index]))) }
}

/** A function of one text. */
export function ofText(parameter: string, call: (text: string) => unknown): ServiceFunction {
  return { parameters: [parameter], call: (value) => call(String(value)) }
}

/** A function without arguments. */
export function ofNothing(call: () => unknown): ServiceFunction {
  return { parameters: [], call }
}
