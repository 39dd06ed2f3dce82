import { kept } from '../../src/load/engine/autocannon.ts'
import { JourneyUserSource } from '../../src/load/engine/journey-user-source.ts'
import type { Load, LoadEvents } from '../../src/load/engine/load.ts'
import { RequestLoad } from '../../src/load/engine/request-load.ts'
import { RequestUserSource } from '../../src/load/engine/request-user-source.ts'
import type { ScenarioShare, UserShare } from '../../src/load/engine/scenario-share.ts'
import { UserLoad } from '../../src/load/engine/user-load.ts'
import type { UserThread, UserSource } from '../../src/load/engine/executor.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../src/measure/recorder/user-recorder.ts'
import type { ThreadShare } from '../../src/load/worker/thread-messages.ts'
import { divideTest } from '../../src/run/divide-test.ts'
import type { Dial } from '../../src/load/wire/dial.ts'
import { journeyOf } from './journey.ts'
import { requestText } from './ledger.ts'
import { testSeed, type Played } from './played.ts'
import type { ScriptedServer } from './scripted-server.ts'
import type { World } from './world.ts'

/** The share of each thread. */
export function sharesOf(played: Played, world: World): readonly ThreadShare[] {
  const nothing = (): undefined => undefined
  const route = { address: { kind: 'unix', path: '/memory' }, host: 'memory', tls: undefined } as const
  const assignments = divideTest(
    {
      scenarios: [scenarioOf(played, world)],
      plugins: [],
      metrics: {},
      env: {},
      seed: testSeed,
      timeout: played.timeout,
      connectTimeout: 10e6,
      maxHeaderSize: 16_384,
      tls: {},
      trustedOrigins: [],
    },
    { url: 'http://memory', route, sharedOf: nothing, sharedOfPlugin: nothing },
    [{ threads: played.threads }],
  )
  return assignments.flatMap(({ shares }) => shares)
}

function scenarioOf(
  { workload, journey, connections = 'perUser' }: Played,
  world: World,
): Parameters<typeof divideTest>[0]['scenarios'][0] {
  const limits = { bailout: undefined, abortIfRateBelow: undefined, uniqueIds: false, reconnectAfter: undefined }
  if (journey === undefined) return { kind: 'requests', name: 'played', requests: [request], order: 'in-turn', workload, ...limits }
  if (workload.kind === 'connections') throw new Error('connections have no journeys')
  const journeys = [{ name: 'steps', weight: 1, from: { run: journeyOf(journey, world) } }]
  return { kind: 'journeys', name: 'played', journeys, workload, connections, headers: {}, spread: 'request', ...limits }
}

/** The load of a thread for its share, against a server in memory. */
export async function createLoad(server: ScriptedServer, thread: UserThread, share: ScenarioShare, events: LoadEvents): Promise<Load> {
  const { createAlarm } = server.world
  if (share.kind === 'connections') {
    const load = new RequestLoad(share, thread, events, createAlarm)
    load.open(
      () => kept([Buffer.from(requestText)]),
      () => dialOf(server),
    )
    return load
  }
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  const source = await createSource(server, thread, share, recorder)
  return new UserLoad({ share, thread, createAlarm, recorder, source }, events)
}

async function createSource(server: ScriptedServer, thread: UserThread, share: UserShare, recorder: UserRecorder): Promise<UserSource> {
  const { createAlarm } = server.world
  const { action } = share
  const dial = dialOf(server)
  if (action.kind === 'journeys') return await JourneyUserSource.create(share, thread, () => dial, recorder, createAlarm)
  const built = kept([Buffer.from(requestText)])
  const source = new RequestUserSource({ share, action, thread, recorder, reached: [{ dial, isSecure: false, built }], createAlarm })
  void source.prepare()
  return source
}

function dialOf(server: ScriptedServer): Dial {
  const buffer = Buffer.alloc(64 * 1024)
  return (events) => {
    const connection = server.dial({
      onOpen: () => {
        events.onConnect()
        events.onReady()
      },
      onRefused: () => events.onError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
      onRead: ({ bytes }) => events.onRead(buffer, buffer.write(bytes, 'latin1')),
      onEnd: () => events.onEnd(),
      onReset: () => events.onError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
    })
    return { write: (bytes) => connection.request(countRequests(bytes)), keepAlive: () => {}, destroy: () => connection.close() }
  }
}

// Those of a journey go out one by one.
function countRequests(bytes: string | Uint8Array): number {
  return Buffer.from(bytes).toString('latin1').split('\r\n\r\n').length - 1
}

const request = {
  method: 'GET',
  path: '/',
  headers: {},
  body: undefined,
  form: undefined,
  expect: { status: undefined, body: undefined },
} as const
