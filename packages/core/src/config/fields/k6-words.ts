// The name of the same setting where both are keys of the same object.
const names: Readonly<Record<string, string>> = {
  vus: 'users',
  target: 'to',
  startTime: 'startAfter',
  preAllocatedVUs: 'maxUsers',
  maxVUs: 'maxUsers',
  exec: 'journey',
  gracefulRampDown: 'gracefulStop',
}

// The place of the same setting otherwise.
const places: Readonly<Record<string, string>> = {
  vus: 'it is "users" of a workload',
  executor: 'the key of the workload takes its place',
  stages: 'it goes into the workload',
  startVUs: 'it is "from" of the stages',
  timeUnit: 'write it with the rate, as in "30/m"',
  maxDuration: 'a count ends by itself; give a duration instead of it',
}

/** The key of an object with these keys that stands for what k6 calls `name`; `undefined` when none does. */
export function nameForK6(name: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(names, name) ? names[name] : undefined
  return meant !== undefined && known.includes(meant) ? meant : undefined
}

/** A hint on the counterpart of a name of k6; `undefined` for other names. */
export function hintForK6(name: string, known: readonly string[]): string | undefined {
  const meant = nameForK6(name, known)
  if (meant !== undefined) return `did you mean "${meant}"?`
  return Object.hasOwn(places, name) ? places[name] : undefined
}
