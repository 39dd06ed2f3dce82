import { execFile, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { holdPort, releasePort } from '../../../test/free-port.ts'
import { leftInPostgres, leftInRedis } from './left-behind.ts'

/** A broker of a test, with its data in a folder of its own. */
export interface TestBroker {
  readonly url: string
  /** Ends the broker by SIGKILL, and keeps its data. */
  kill(): Promise<void>
  /** Starts the broker again, with its data. */
  restart(): Promise<void>
  /** Freezes the broker, or lets it continue. */
  freeze(isFrozen: boolean): void
  /** Names of everything that runs have left in the broker. */
  left(): Promise<readonly string[]>
  /** Ends the broker and removes its data. */
  stop(): Promise<void>
}

/** A Redis of a test. */
interface TestRedis extends TestBroker {
  /** URL for a user that may do everything. */
  readonly adminUrl: string
}

const password = 'of-the-tests'
const certificates = fileURLToPath(new URL('../../core/test/servers/certificate/', import.meta.url))
const acl = readFileSync(new URL('../../../docs/machines/redis.acl', import.meta.url), 'utf8').replace('>change-me', `>${password}`)

/** Starts a Redis that speaks TLS alone, with a self-signed certificate. */
export async function startRedisOverTls(): Promise<TestRedis> {
  const [certificate, key] = [join(certificates, 'certificate.pem'), join(certificates, 'key.pem')]
  return await startRedis(['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'], 'rediss')
}

/** Starts a Redis that persists every command, on a free port. Its user has the rights of `docs/machines/redis.acl`. */
export async function startRedis(
  args: readonly string[] = [],
  protocol: 'redis' | 'rediss' = 'redis',
  program: 'redis-server' | 'valkey-server' = 'redis-server',
): Promise<TestRedis> {
  const [port, folder] = [await holdPort(), await mkdtemp(join(tmpdir(), 'benchpress-redis-'))]
  const aclFile = join(folder, 'redis.acl')
  await writeFile(aclFile, `${acl}user admin on >${password} ~* &* +@all\n`)
  const flags = [
    ...(protocol === 'redis' ? ['--port', String(port)] : ['--port', '0', '--tls-port', String(port)]),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
    '--aclfile',
    aclFile,
  ]
  const start = async (): Promise<ChildProcess> =>
    await started(program, [...flags, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }, 'Ready to accept connections')
  const urlOf = (user: string): string => `${protocol}://${user}:${password}@127.0.0.1:${port}/0`
  const left = async (): Promise<readonly string[]> => await leftInRedis(urlOf('admin'))
  return { ...(await runningBroker(urlOf('benchpress'), { port, folder }, start)), left, adminUrl: urlOf('admin') }
}

// The PostgreSQL of Debian, or the one on the PATH.
const postgresFolders = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  : (process.env['PATH'] ?? '').split(':')
const postgresFolder = postgresFolders.toReversed().find((folder) => existsSync(join(folder, 'initdb')))

/** Whether PostgreSQL is installed. */
export const hasPostgres: boolean = postgresFolder !== undefined

/** Whether Redis is installed. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

// Few systems have a package of Valkey.
const hasValkey = spawnSync('valkey-server', ['--version']).status === 0

/** Starts a PostgreSQL on a free port, as the user nobody where root runs the tests, whom PostgreSQL refuses. */
export async function startPostgres(): Promise<TestBroker> {
  const [port, folder] = [await holdPort(), await mkdtemp(join(tmpdir(), 'benchpress-postgres-'))]
  const nobody = 65_534
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (as.uid !== undefined) await chown(folder, nobody, nobody)
  const data = join(folder, 'data')
  const bin = postgresFolder ?? ''
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, '-U', 'benchpress', '--auth=trust', '--no-sync'], { cwd: folder, ...as })
  const flags = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder]
  const start = async (): Promise<ChildProcess> =>
    await started(join(bin, 'postgres'), flags, { cwd: folder, stdio: ['ignore', 'inherit', 'pipe'], ...as }, 'ready to accept connections')
  const url = `postgres://benchpress@127.0.0.1:${port}/postgres`
  return { ...(await runningBroker(url, { port, folder }, start)), left: async () => await leftInPostgres(url) }
}

async function runningBroker(
  url: string,
  { port, folder }: { readonly port: number; readonly folder: string },
  start: () => Promise<ChildProcess>,
): Promise<Omit<TestBroker, 'left'>> {
  let child = await start()
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    url,
    kill,
    restart: async () => {
      await kill()
      child = await start()
    },
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      await kill()
      releasePort(port)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function started(program: string, args: readonly string[], options: SpawnOptions, ready: string): Promise<ChildProcess> {
  const child = spawn(program, args, options)
  const output = child.stdout ?? child.stderr
  if (output === null) throw new Error(`${program} has no output`)
  const lines: string[] = []
  for await (const line of createInterface(output)) {
    lines.push(line)
    if (!line.includes(ready)) continue
    output.resume()
    return child
  }
  throw new Error(`${program} did not start: ${lines.join('\n')}`)
}

/** The kinds of brokers. */
export type BrokerName = 'Redis' | 'Valkey' | 'PostgreSQL'

/** Each kind of broker: its name, whether it is installed, and the function that starts it. Valkey is among them where it is installed. */
export const brokers: readonly (readonly [name: BrokerName, isThere: boolean, start: () => Promise<TestBroker>])[] = [
  ['Redis', hasRedis, startRedis],
  ...(hasValkey ? ([['Valkey', true, async () => await startRedis([], 'redis', 'valkey-server')]] as const) : []),
  ['PostgreSQL', hasPostgres, startPostgres],
]

/** Starts a broker of a kind. */
export async function startBroker(kind: BrokerName): Promise<TestBroker> {
  const found = brokers.find(([name]) => name === kind)
  if (found === undefined) throw new Error(`${kind} is not installed`)
  return await found[2]()
}
