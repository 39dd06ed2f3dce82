import { closestName } from '../../base/errors/closest-name.ts'

/** The pattern of the names of plugins. */
export const pluginNamePattern: RegExp = /^[a-z][a-z\d]*$/

// Names that are read by code that awaits an object.
const harmless: ReadonlySet<string> = new Set(['then'])

/**
 * Stands in for clients of plugins that are not in the config: each throws an error about the missing plugin when it is used.
 *
 * Reading one is harmless, because code that awaits, prints or copies an object reads names that the object does not have.
 *
 * @param members the names of the members of every user
 */
export function undeclaredClients(members: readonly string[]): object {
  return new Proxy<object>(
    {},
    {
      get(target, name, user) {
        if (typeof name === 'symbol' || name in target || harmless.has(name) || !pluginNamePattern.test(name))
          return Reflect.get(target, name, user)
        return undeclared(name, [...members, ...Object.getOwnPropertyNames(Object.getPrototypeOf(user))])
      },
    },
  )
}

function undeclared(name: string, known: readonly string[]): object {
  const refuse = (): never => {
    const meant = closestName(name, known)
    const typo = meant === undefined ? '' : `; or did you mean "${meant}"?`
    throw new TypeError(`user.${name}: there is no plugin "${name}" in the config; add it: plugins: [${name}()]${typo}`)
  }
  return new Proxy(refuse, {
    get: (_, member) => (typeof member === 'symbol' || harmless.has(member) ? undefined : refuse()),
  })
}
