import { run, type DeliverySummary } from '@benchpress/core'
import { socketio } from '../../src/index.ts'

const messages = 10

/**
 * Sends ten broadcasts to an audience, after all of its users are connected.
 *
 * @param reached number of users that receive each broadcast; the test ends when all have
 */
export async function broadcastTo(target: string, audience: number, reached: number): Promise<DeliverySummary | undefined> {
  const complete = Promise.withResolvers<void>()
  const allHeard = Promise.withResolvers<void>()
  let present = 0
  let heard = 0
  const onSaid = (): void => {
    if (++heard === reached * messages) allHeard.resolve()
  }
  const { deliveries } = await run({
    target,
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      audience: {
        journey: async ({ id, socketio: client }) => {
          await client.connect('/', { recipients: id, messages: ['said'], on: { said: onSaid } })
          if (++present === audience) complete.resolve()
          await allHeard.promise
        },
        workload: { users: audience, iterations: audience },
      },
      speaker: {
        journey: async ({ socketio: client }) => {
          await complete.promise
          const socket = await client.connect()
          for (let count = 0; count < messages; count++) {
            const message = client.send({ expected: audience })
            await socket.emitWithAck('say', message.stamp)
            message.accepted()
          }
        },
        workload: { users: 1, iterations: 1 },
      },
    },
  })
  return deliveries[0]
}
