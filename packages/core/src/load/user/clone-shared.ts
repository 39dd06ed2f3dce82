/**
 * Clones what `beforeAll` returned, as each thread gets it.
 *
 * @throws TypeError with the place of the first value inside that cannot be cloned, such as a function
 */
export function cloneShared(value: unknown): unknown {
  const failure = failureToClone(value)
  if (failure === undefined) return structuredClone(value)
  const { path, culprit } = findCulprit(value)
  const what = typeof culprit === 'object' ? `${culprit?.constructor?.name ?? 'object'}, which cannot be cloned` : `a ${typeof culprit}`
  throw new TypeError(
    `what it returned cannot be given to load threads, because ${path === '' ? 'it' : path} is ${what}; return plain data`,
  )
}

function failureToClone(value: unknown): unknown {
  try {
    structuredClone(value)
    return undefined
  } catch (error) {
    return error
  }
}

/** Goes from what cannot be cloned to the part of it that cannot, as far as it has parts. */
function findCulprit(value: unknown): { readonly path: string; readonly culprit: unknown } {
  const seen = new Set<unknown>()
  let path = ''
  let culprit = value
  for (;;) {
    seen.add(culprit)
    const part = partsOf(culprit).find(([, inner]) => !seen.has(inner) && failureToClone(inner) !== undefined)
    if (part === undefined) return { path, culprit }
    const [key, inner] = part
    path += path === '' ? key.replace(/^\./, '') : key
    culprit = inner
  }
}

function partsOf(value: unknown): (readonly [key: string, part: unknown])[] {
  if (value instanceof Map) return Array.from(value, ([key, part]) => [`.get(${JSON.stringify(key)})`, part] as const)
  if (value instanceof Set) return Array.from(value, (part, index) => [`[${index}]`, part] as const)
  if (Array.isArray(value)) return value.map((part, index) => [`[${index}]`, part] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value).map(([key, part]) => [`.${key}`, part] as const) : []
}
