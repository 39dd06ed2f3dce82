import { BenchpressError, hideSecrets, InvalidConfigError, type ConfigIssue } from '@benchpress/core/machines'
import { entriesOf, findSecrets, type FoundSecret, type Place } from './find-secrets.ts'
import { asBytes, longVariables, SecretVariables, showSafe, writeValue, type SafeText } from './secret-texts.ts'

/** The place in shares of a text that contains values of the agent's environment. */
export interface Reference extends SafeText {
  readonly path: Place
  /** Whether the text stands for bytes. */
  readonly bytes: boolean
}

/** Data without secrets. */
export interface SafeData<Data> {
  readonly data: Data
  readonly references: readonly Reference[]
}

const hint =
  'read it from a variable whose name says so, as in process.env.API_TOKEN, and set that here and on each agent; what beforeAll or setup fetches, fetch in beforeUser instead'

/**
 * Removes the values of environment variables from all texts of plain data, and refuses any other secret.
 *
 * The values of variables with names of secrets, and of those in `secrets`, are removed from any text. A text that a result file would hide must consist of
 * values of variables.
 *
 * @param secrets values that are secret in any place
 * @throws InvalidConfigError with the place of each secret that comes from no variable; none of them is shown
 */
export function takeSecretsOut<Data>(
  data: Data,
  {
    env,
    secrets,
    nameOf,
  }: { readonly env: NodeJS.ProcessEnv; readonly secrets: readonly string[]; readonly nameOf: (path: Place) => string },
): SafeData<Data> {
  const variables = new SecretVariables(env, secrets)
  const longOnes = new SecretVariables(
    longVariables(env, (_, value) => secrets.includes(value)),
    secrets,
  )
  const known = [...secrets, ...longOnes.values]
  let references: Reference[] = []
  // Short values are removed only from secret texts.
  const find = (secretPlaces: ReadonlySet<string>): readonly FoundSecret[] => {
    references = []
    const shown = copy(data, [], (value, path) => {
      const isText = typeof value === 'string'
      const text = isText ? value : Buffer.from(value).toString('latin1')
      const sought = secretPlaces.has(JSON.stringify(path)) ? variables : longOnes
      const safe = sought.takeOut(text, isText ? undefined : asBytes)
      if (safe === undefined) return value
      references.push({ ...safe, path, bytes: !isText })
      return isText ? showSafe(safe) : Buffer.from(showSafe(safe), 'latin1')
    })
    return findSecrets(shown, known)
  }
  const issues: ConfigIssue[] = []
  const seen = new Set<string>()
  for (const { path, text } of find(new Set(find(new Set()).map((found) => JSON.stringify(found.path))))) {
    const whole = text === undefined ? undefined : variables.takeOutWhole(text)
    if (whole !== undefined) {
      references.push({ ...whole, path, bytes: false })
      continue
    }
    // Not as the path of the issue: what comes after the name of a header and a colon is hidden where an error is shown.
    const name = nameOf(path)
    if (!seen.has(name)) issues.push({ path: '', message: `${name} is secret, and comes from no variable of the environment`, hint })
    seen.add(name)
  }
  if (issues.length > 0) throw new InvalidConfigError(hideSecrets(issues, known))
  const places = new Set(references.map(({ path }) => JSON.stringify(path)))
  const emptied = copy(data, [], (value, path) => (places.has(JSON.stringify(path)) ? '' : value))
  return { data: emptied, references }
}

/**
 * Fills the secrets in from the environment of this machine.
 *
 * @throws BenchpressError `INVALID_CONFIG` with all variables that are not set
 */
export function fillSecretsIn<Data>({ data, references }: SafeData<Data>, env: NodeJS.ProcessEnv): Data {
  const missing = new Set<string>()
  const texts = new Map<string, string | Uint8Array>()
  for (const reference of references) {
    const text = reference.pieces.map((piece) => {
      if (typeof piece === 'string') return piece
      const value = env[piece.variable]
      if (value === undefined || value === '') missing.add(piece.variable)
      const written = writeValue(value ?? '', piece.as)
      return reference.bytes ? asBytes(written) : written
    })
    const filled = reference.base64 ? `${text[0]}${Buffer.from(text.slice(1).join('')).toString('base64')}` : text.join('')
    texts.set(JSON.stringify(reference.path), reference.bytes ? Buffer.from(filled, 'latin1') : filled)
  }
  if (missing.size > 0)
    throw new BenchpressError('INVALID_CONFIG', `the environment of this agent lacks ${[...missing].toSorted().join(', ')}`, {
      hint: 'the run was started with them, and no secret goes over the broker: set them where the agent is started',
    })
  return copy(data, [], (value, path) => texts.get(JSON.stringify(path)) ?? value)
}

/**
 * Returns a function that hides the secrets of this machine in its messages, such as in the response of a failure example.
 *
 * The values of the variables that were filled in are hidden, and longer values of variables with names of secrets.
 */
export function hidingSecrets(references: readonly Reference[], env: NodeJS.ProcessEnv): <Data>(data: Data) => Data {
  const filled = new Set(
    references.flatMap(({ pieces }) => pieces.map((piece) => (typeof piece === 'string' ? undefined : piece.variable))),
  )
  const known = longVariables(env, (name) => filled.has(name))
  const values = Object.entries(known).flatMap(([name, value]) => (filled.has(name) && value !== undefined ? [value] : []))
  const variables = new SecretVariables(known, values)
  return (data) => hideIn(data, variables) as typeof data
}

function hideIn(value: unknown, variables: SecretVariables): unknown {
  if (typeof value === 'string') {
    const safe = variables.takeOut(value)
    return safe === undefined ? value : showSafe(safe)
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return value.map((item) => hideIn(item, variables))
  if (value instanceof Set) return new Set([...value].map((item) => hideIn(item, variables)))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [hideIn(key, variables), hideIn(item, variables)]))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hideIn(key, variables), hideIn(item, variables)]))
}

/** Copies plain data with changed texts and bytes; other values stay as they are. */
function copy<Data>(data: Data, path: Place, change: (value: string | Uint8Array, path: Place) => unknown): Data {
  return copyValue(data, path, change) as Data
}

function copyValue(value: unknown, path: Place, change: (value: string | Uint8Array, path: Place) => unknown): unknown {
  if (typeof value === 'string' || value instanceof Uint8Array) return change(value, path)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value
  const copied = entriesOf(value).map(([key, inner]) => [key, copyValue(inner, [...path, key], change)] as const)
  if (Array.isArray(value)) return copied.map(([, inner]) => inner)
  if (value instanceof Set) return new Set(copied.map(([, inner]) => inner))
  if (value instanceof Map) return new Map([...value.keys()].map((key: unknown, index) => [key, copied[index]?.[1]]))
  return Object.fromEntries(copied)
}
