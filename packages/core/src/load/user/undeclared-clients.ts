import { closestName } from '../../base/errors/closest-name.ts'

/** What the name of a plugin looks like. */
export const pluginNamePattern: RegExp = /^[a-z][a-z\d]*$/

// Read by code that awaits it.
const harmless: ReadonlySet<string> = new Set(['then'])

/**
 * What a user has in place of the clients of plugins that are not in the config: each throws when it is used, and says what is missing.
 *
 * Reading one is harmless, because code that awaits, shows or copies an object reads names that it cannot have.
 *
 * @param members names of what every user has
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
