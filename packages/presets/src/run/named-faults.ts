import { isBenchpressError } from '@benchpress/core'
import { isPresetError, UsageError, type Preset, type Problem } from '@benchpress/core/preset'
import { describeLoadError } from '@benchpress/core/report'
import { missingPackage } from './find-packages.ts'

/** Describes which function of a preset failed, why, and where in its code. */
export function describeFault(preset: string, name: string, error: unknown): Problem {
  const frame = error instanceof Error ? /^\s+(at .*)$/m.exec(error.stack ?? '')?.[1] : undefined
  return { message: `preset ${preset}: ${name}() failed: ${describeLoadError(error)}`, hint: frame }
}

/**
 * Makes the functions of a third-party preset throw errors that name the preset.
 *
 * @param source the file or the package of the preset, as it was named
 */
export function withNamedFaults(preset: Preset, source: string): Preset {
  const guard = (name: string, call: Call, result: Expected = anything): Call => {
    const fail = (error: unknown): never => {
      if (isNamedFault(error)) throw error
      throw new UsageError([describeFault(source, name, error)])
    }
    return (...args) => {
      const value = attempt(() => call(...args), fail)
      // The fault is a text, since a return value has no place in the code.
      if (!result.isMet(value)) fail(`it must return ${result.what}`)
      return value instanceof Promise ? value.catch(fail) : value
    }
  }
  const guardAll = <Holder extends object>(holder: Holder, prefix: string, results: Readonly<Record<string, Expected>>): Holder => {
    const members = Object.entries(results).flatMap(([name, result]) => {
      const call: unknown = Reflect.get(holder, name)
      return typeof call === 'function' ? [[name, guard(`${prefix}${name}`, call.bind(holder) as Call, result)] as const] : []
    })
    return withMembers(holder, Object.fromEntries(members))
  }
  const { standIn } = preset
  return withMembers(guardAll(preset, '', ofPresets), {
    ...(standIn !== undefined && { standIn: guardAll(standIn, 'standIn.', { load: anything, code: anything }) }),
  })
}

/** Copies an object with some members replaced, and keeps its class. */
function withMembers<Holder extends object>(holder: Holder, members: object): Holder {
  return Object.create(holder, Object.getOwnPropertyDescriptors(members)) as Holder
}

type Call = (...args: readonly unknown[]) => unknown

/** The least that a function must return for the command not to fail itself. */
interface Expected {
  readonly what: string
  readonly isMet: (value: unknown) => boolean
}

const anything: Expected = { what: '', isMet: () => true }
const list = (what: string): Expected => ({ what: `a list of ${what}`, isMet: Array.isArray })

const ofPresets: Readonly<Record<string, Expected>> = {
  suite: { what: 'a suite with a list of tests', isMet: isSuite },
  plugins: list('modules'),
  knownRoutes: list('routes'),
  listen: anything,
  sections: anything,
  findings: anything,
  files: anything,
}

function isSuite(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'tests' in value && Array.isArray(value.tests)
}

function attempt(act: () => unknown, fail: (error: unknown) => never): unknown {
  try {
    return act()
  } catch (error) {
    return fail(error)
  }
}

/** Whether an error is one that the command reports as it is. */
export function isNamedFault(error: unknown): boolean {
  if (isBenchpressError(error) || isPresetError(error, UsageError)) return true
  return missingPackage(error) !== undefined
}
