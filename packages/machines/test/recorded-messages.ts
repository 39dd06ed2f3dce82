import { Redis } from 'ioredis'

/** A message as it was put into the broker. */
export interface RecordedMessage {
  /** The recipient: the starter (`heard`) or an agent (`told`). */
  readonly to: 'heard' | 'told'
  readonly text: string
}

/** Records all messages that are put into a Redis, for a user with the right to monitor. */
export async function recordMessages(url: string): Promise<{ readonly messages: readonly RecordedMessage[]; stop(): void }> {
  const admin = new Redis(url)
  const monitor = await admin.monitor()
  const messages: RecordedMessage[] = []
  monitor.on('monitor', (_time: string, args: readonly string[]) => {
    const all = args.join(' ')
    const to = all.includes('.told.') ? 'told' : all.includes('.heard:') ? 'heard' : undefined
    // Redis escapes quotes in the output of MONITOR.
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
