import { randomBytes } from 'node:crypto'
import { BenchpressError, InvalidConfigError, whileHiding, type ConfigIssue } from '@benchpress/core/machines'
import { entriesOf, findSecrets, type FoundSecret, type SecretPlace } from './find-secrets.ts'
import { fillMarks, hideMarks, longVariables, SecretVariables } from './secret-texts.ts'

/** Data without secrets: its texts have marks where values of the agent's environment belong. */
export interface SafeData<Data> {
  readonly data: Data
  /** The random text of all marks. */
  readonly mark: string
}

const hint =
  'read it from a variable whose name says so, as in process.env.API_TOKEN, and set that here and on each agent; what beforeAll or setup fetches, fetch in beforeUser instead'

const keyOf = (path: SecretPlace): string => JSON.stringify(path)

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
  const mark = randomBytes(8).toString('hex')
  const variables = new SecretVariables(env, secrets, mark)
  const isSecret = (_: string, value: string): boolean => secrets.includes(value)
  const longOnes = new SecretVariables(longVariables(env, isSecret), secrets, mark)
  return whileHiding({ secrets: [...secrets, ...longOnes.values] }, () => {
    // Short values are removed only from secret texts.
    const takeOut = (secret: readonly FoundSecret[]): Data => {
      const places = new Set(secret.map(({ path }) => keyOf(path)))
      return changeTexts(data, (text, isBytes, path) => (places.has(keyOf(path)) ? variables : longOnes).takeOut(text, isBytes))
    }
    const find = (marked: Data): readonly FoundSecret[] => findSecrets(changeTexts(marked, (text) => hideMarks(text, mark)))
    const marked = takeOut(find(takeOut([])))
    const wholes = new Map<string, string>()
    const issues = new Map<string, ConfigIssue>()
    for (const { path, text } of find(marked)) {
      const whole = text === undefined ? undefined : variables.takeOutWhole(text)
      const name = nameOf(path)
      if (whole !== undefined) wholes.set(keyOf(path), whole)
      else issues.set(name, { path: name, message: 'is secret, and comes from no variable of the environment', hint })
    }
    if (issues.size > 0) throw new InvalidConfigError([...issues.values()])
    return { data: changeTexts(marked, (text, _, path) => wholes.get(keyOf(path)) ?? text), mark }
  })
}

/**
 * Fills the secrets in from the environment of this machine; returns them, too.
 *
 * @throws BenchpressError `INVALID_CONFIG` with all variables that are not set
 */
export function fillSecretsIn<Data>(
  { data, mark }: SafeData<Data>,
  env: NodeJS.ProcessEnv,
): { readonly data: Data; readonly secrets: readonly string[] } {
  const values = new Map<string, string>()
  const valueOf = (variable: string): string => {
    const value = env[variable] ?? ''
    values.set(variable, value)
    return value
  }
  const filled = changeTexts(data, (text, isBytes) => fillMarks(text, mark, isBytes, valueOf))
  const missing = [...values].flatMap(([variable, value]) => (value === '' ? [variable] : []))
  if (missing.length === 0) return { data: filled, secrets: [...new Set(values.values())] }
  throw new BenchpressError('INVALID_CONFIG', `the environment of this agent lacks ${missing.toSorted().join(', ')}`, {
    hint: 'the run was started with them, and no secret goes over the broker: set them where the agent is started',
  })
}

type ChangeText = (text: string, isBytes: boolean, path: SecretPlace) => string

/** Copies plain data with changed texts, and changed bytes, which are given as one character each; other values stay as they are. */
function changeTexts<Data>(data: Data, change: ChangeText): Data {
  return copy(data, [], change) as Data
}

function copy(value: unknown, path: SecretPlace, change: ChangeText): unknown {
  if (typeof value === 'string') return change(value, false, path)
  if (value instanceof Uint8Array) {
    const text = Buffer.from(value).toString('latin1')
    const changed = change(text, true, path)
    return changed === text ? value : Buffer.from(changed, 'latin1')
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value
  const copied = entriesOf(value).map(([key, inner]) => [key, copy(inner, [...path, key], change)] as const)
  if (Array.isArray(value)) return copied.map(([, inner]) => inner)
  if (value instanceof Set) return new Set(copied.map(([, inner]) => inner))
  if (value instanceof Map) return new Map([...value.keys()].map((key: unknown, index) => [key, copied[index]?.[1]]))
  return Object.fromEntries(copied)
}
