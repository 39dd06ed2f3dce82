import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowProducer, Queue, Worker } from 'bullmq'
import { openStore, within, type Store } from './store.ts'

/** What listens to a queue. */
export interface Listening {
  /** Ends it in bounded time; what is in the queue then is not heard. */
  close(): Promise<void>
}

/** Queues of texts in Redis, Valkey or PostgreSQL, by BullMQ: first in, first out, and each message is given to one listener, once at most. */
export class Broker {
  readonly #store: Store
  readonly #producer: FlowProducer
  /** By name, of the queues that are read without waiting. */
  readonly #queues = new Map<string, Queue>()
  readonly #takers = new Map<string, Worker>()
  #isClosed = false

  /** @throws BenchpressError what {@link openStore} throws */
  static async open(url: string): Promise<Broker> {
    return new Broker(await openStore(url))
  }

  private constructor(store: Store) {
    this.#store = store
    this.#producer = store.createProducer()
  }

  /** Host, port and database, without who may use them. */
  get place(): string {
    return this.#store.place
  }

  /** The time of the broker, in microseconds since 1970. */
  async now(): Promise<number> {
    return await this.#store.now()
  }

  /** Adds a message, whose id is no number; tries again until the broker has it or this is closed. A second one with the same id is none while the first is there. */
  async put(queue: string, id: string, text: string): Promise<void> {
    const message = { name: 'message', queueName: queue, data: { text }, opts: { jobId: id, removeOnComplete: true, removeOnFail: true } }
    while (!this.#isClosed) {
      try {
        await this.#producer.add(message)
        return
      } catch {
        await sleep(200)
      }
    }
  }

  /** The text of a message that nobody has taken. */
  async get(queue: string, id: string): Promise<string | undefined> {
    return textOf(await this.#queue(queue).getJob(id))
  }

  /** All messages of a queue that nobody has taken, by their ids. */
  async list(queue: string): Promise<ReadonlyMap<string, string>> {
    const jobs = await this.#queue(queue).getJobs(['waiting'])
    return new Map(jobs.map((job) => [job.id ?? '', textOf(job) ?? '']))
  }

  /** Takes away a message that nobody has taken. */
  async remove(queue: string, id: string): Promise<void> {
    await this.#queue(queue).remove(id)
  }

  /** Takes the first message of a queue, without waiting for one. */
  async take(queue: string): Promise<string | undefined> {
    let taker = this.#takers.get(queue)
    if (taker === undefined) this.#takers.set(queue, (taker = this.#store.createWorker(queue, null)))
    const job = await taker.getNextJob('taken', { block: false })
    await job?.moveToCompleted(null, 'taken', false)
    return textOf(job)
  }

  /** Has each message of a queue heard, one after the other. */
  listen(queue: string, onMessage: (text: string) => void): Listening {
    const worker = this.#store.createWorker(queue, async (job) => onMessage(textOf(job) ?? ''))
    void worker.run().catch(() => undefined)
    return { close: async () => await closed(worker) }
  }

  /** Removes a queue with all that is in it. */
  async drop(queue: string): Promise<void> {
    await this.#queue(queue).obliterate({ force: true })
  }

  /** Ends in bounded time, also where the broker is away. */
  async close(): Promise<void> {
    this.#isClosed = true
    const open = [this.#producer, ...this.#queues.values(), ...this.#takers.values()]
    await Promise.all(open.map(closed))
    await this.#store.close()
  }

  #queue(name: string): Queue {
    let queue = this.#queues.get(name)
    if (queue === undefined) this.#queues.set(name, (queue = this.#store.createQueue(name)))
    return queue
  }
}

// With force, because a broker that is away is not heard of, and would be waited for.
async function closed(each: Pick<Worker, 'close'>): Promise<void> {
  await within(each.close(true), '').catch(() => undefined)
}

// What another program has put there is no message.
function textOf(job: { readonly data: unknown } | undefined): string | undefined {
  const data = job?.data
  return typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : undefined
}
