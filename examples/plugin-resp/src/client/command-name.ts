/** The name of a command, as it is sent and as it is counted. */
export interface CommandName {
  /** Mostly in capitals: ioredis changes arguments and replies of some commands that it knows by their lower-case names. */
  readonly wire: string
  /** In lower case, as a server counts it. */
  readonly tag: string
  /** Whether the command changes the state of the connection, or blocks the commands after it. */
  readonly needsOwn: boolean
}

const refused = new Set(['subscribe', 'psubscribe', 'ssubscribe', 'monitor', 'sync', 'psync', 'quit', 'hello', 'reset'])
const needingOwn = new Set(
  'multi exec discard watch unwatch select auth client readonly readwrite asking wait waitaof blpop brpop brpoplpush blmove blmpop bzpopmin bzpopmax bzmpop'.split(
    ' ',
  ),
)
// ioredis looks names up several times for each command, which is faster for names in lower case.
const untouched = new Set('get set del mget incr incrby exists pexpire ping'.split(' ').map(asKey))
const mostNames = 1000
const known = new Map<string, CommandName>()

/**
 * Normalises the name of a command.
 *
 * @throws TypeError for a command that does not have exactly one reply, or that ends the connection
 */
export function nameCommand(name: string): CommandName {
  return known.get(name) ?? learn(name)
}

function learn(name: string): CommandName {
  const tag = name.toLowerCase()
  if (tag === '' || /\s/.test(tag))
    throw new TypeError(`redis.command: the name of a command comes first, its parts behind it, and "${name}" is no name`)
  if (refused.has(tag)) throw new TypeError(`redis.command: ${tag} cannot be sent: it has not one reply, or changes what the connection is`)
  const named = { wire: untouched.has(tag) ? tag : asKey(name.toUpperCase()), tag: asKey(tag), needsOwn: needingOwn.has(tag) }
  if (known.size < mostNames) known.set(name, named)
  return named
}

// Makes an internalised string, which is recognised by identity rather than compared.
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}
