import { BenchpressError, InvalidConfigError, secretVariables, whileHiding, type ConfigIssue } from '@benchpress/core/machines'
import { entriesOf, findSecrets, type FoundSecret, type SecretPlace } from './find-secrets.ts'
import { asBytes, longVariables, SecretVariables, showSafe, writeValue, type SafeText } from './secret-texts.ts'

/** The place in shares of a text that contains values of the agent's environment. */
export interface Reference extends SafeText {
  readonly path: SecretPlace
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
  }: { readonly env: NodeJS.ProcessEnv; readonly secrets: readonly string[]; readonly nameOf: (path: SecretPlace) => string },
): SafeData<Data> {
  const variables = new SecretVariables(env, secrets)
  const longOnes = new SecretVariables(
    longVariables(env, (_, value) => secrets.includes(value)),
    secrets,
  )
  const known = [...secrets, ...longOnes.values]
  return whileHiding({ secrets: known }, () => {
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
      return findSecrets(shown)
    }
    const issues = new Map<string, ConfigIssue>()
    for (const { path, text } of find(new Set(find(new Set()).map((found) => JSON.stringify(found.path))))) {
      const whole = text === undefined ? undefined : variables.takeOutWhole(text)
      const name = nameOf(path)
      if (whole !== undefined) references.push({ ...whole, path, bytes: false })
      else issues.set(name, { path: name, message: 'is secret, and comes from no variable of the environment', hint })
    }
    if (issues.size > 0) throw new InvalidConfigError([...issues.values()])
    const places = new Set(references.map(({ path }) => JSON.stringify(path)))
    const emptied = copy(data, [], (value, path) => (places.has(JSON.stringify(path)) ? '' : value))
    return { data: emptied, references }
  })
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

/** The secrets of this machine: the values of the variables that were filled in, and longer values of variables with names of secrets. */
export function secretsHere(references: readonly Reference[], env: NodeJS.ProcessEnv): readonly string[] {
  const filled = references.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [env[piece.variable] ?? ''])),
  )
  return [...new Set([...filled, ...secretVariables(env)])]
}

/** Copies plain data with changed texts and bytes; other values stay as they are. */
function copy<Data>(data: Data, path: SecretPlace, change: (value: string | Uint8Array, path: SecretPlace) => unknown): Data {
  return copyValue(data, path, change) as Data
}

function copyValue(value: unknown, path: SecretPlace, change: (value: string | Uint8Array, path: SecretPlace) => unknown): unknown {
  if (typeof value === 'string' || value instanceof Uint8Array) return change(value, path)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value
  const copied = entriesOf(value).map(([key, inner]) => [key, copyValue(inner, [...path, key], change)] as const)
  if (Array.isArray(value)) return copied.map(([, inner]) => inner)
  if (value instanceof Set) return new Set(copied.map(([, inner]) => inner))
  if (value instanceof Map) return new Map([...value.keys()].map((key: unknown, index) => [key, copied[index]?.[1]]))
  return Object.fromEntries(copied)
}
