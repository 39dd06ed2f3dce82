import { Redis } from 'ioredis'

/** A message as it went into the broker. */
export interface RecordedMessage {
  /** Of whom it is heard: the starter, or an agent. */
  readonly to: 'heard' | 'told'
  readonly text: string
}

/** Records all messages that go into a Redis, for a user who may. */
export async function recordMessages(url: string): Promise<{ readonly messages: readonly RecordedMessage[]; stop(): void }> {
  const admin = new Redis(url)
  const monitor = await admin.monitor()
  const messages: RecordedMessage[] = []
  monitor.on('monitor', (_time: string, args: readonly string[]) => {
    const all = args.join(' ')
    const to = all.includes('.told.') ? 'told' : all.includes('.heard:') ? 'heard' : undefined
    // Redis writes quotes in what it monitors as \".
    const text = /"text\\?":\\?"([^"\\]+)/.exec(all)?.[1]
    if (to !== undefined && text !== undefined) messages.push({ to, text })
  })
  return {
    messages,
    stop: () => {
      monitor.disconnect()
      admin.disconnect()
    },
  }
}
