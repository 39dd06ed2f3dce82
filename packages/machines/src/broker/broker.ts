import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowProducer, Queue, Worker } from 'bullmq'
import { BenchpressError } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { openStore, refusalOf, within, type Store } from './store.ts'

/** What listens to a queue. */
export interface Listening {
  /** Ends it in bounded time; what is in the queue then is not heard. */
  close(): Promise<void>
}

/** Milliseconds between two attempts. */
const pause = 200
/** Milliseconds for which a broker that is away is waited for. */
const patience = 10_000
/** Milliseconds in which a message is put or refused. */
export const longestPut: number = patience + 4000

const isRemoved = { removeOnComplete: true, removeOnFail: true }

/** Queues of texts in Redis, Valkey or PostgreSQL, by BullMQ: each message is given to the one listener once, or rarely again. */
export class Broker {
  readonly #store: Store
  readonly #producer: FlowProducer
  /** By name, of the queues that are read without waiting. */
  readonly #queues = new Map<string, Queue>()
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

  /**
   * Adds a message, whose id is no number. A second one with the same id is none while the first is there.
   *
   * @throws BenchpressError BROKER_UNREACHABLE where the broker is away for fifteen seconds, or refuses it
   */
  async put(queue: string, id: string, text: string): Promise<void> {
    const message = { name: 'message', queueName: this.#store.named(queue), data: { text }, opts: { jobId: id, ...isRemoved } }
    for (const until = performance.now() + patience; !this.#isClosed; await sleep(pause)) {
      try {
        await within(this.#producer.add(message), 'no answer')
        return
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === undefined && performance.now() < until) continue
        throw new BenchpressError('BROKER_UNREACHABLE', `the broker at ${this.place} takes no messages: ${refusal ?? messageOf(error)}`)
      }
    }
  }

  /** The text of a message that nobody has heard. */
  async get(queue: string, id: string): Promise<string | undefined> {
    return textOf(await this.#ask(queue, async (of) => await of.getJob(id)))
  }

  /** All messages of a queue that nobody has heard, by their ids. */
  async list(queue: string): Promise<ReadonlyMap<string, string>> {
    const jobs = await this.#ask(queue, async (of) => await of.getJobs(['waiting']))
    return new Map(jobs.map((job) => [job.id ?? '', textOf(job) ?? '']))
  }

  /** The names of all queues of which there is something, also where no message is left in them. */
  async queues(): Promise<ReadonlySet<string>> {
    return await within(this.#store.queues(), 'no answer')
  }

  /** Takes away a message that nobody has heard. */
  async remove(queue: string, id: string): Promise<void> {
    await this.#ask(queue, async (of) => await of.remove(id))
  }

  /**
   * Has each message of a queue heard.
   *
   * @param isBusy whether many send to it: a worker hears one message in a round trip, and several give them out of order. Those of BullMQ that take
   *   several at once wait for what comes before they give what they have.
   */
  listen(queue: string, onMessage: (text: string) => void, isBusy: boolean = false): Listening {
    const workers = Array.from({ length: isBusy ? this.#store.mostWorkers : 1 }, () =>
      this.#store.createWorker(queue, async (job) => onMessage(textOf(job) ?? '')),
    )
    for (const worker of workers) void worker.run().catch(() => undefined)
    return { close: async () => void (await Promise.all(workers.map(closed))) }
  }

  /** Removes a queue with all that is in it. */
  async drop(queue: string): Promise<void> {
    const drop = async (): Promise<void> => await this.#ask(queue, async (of) => await of.obliterate({ force: true }))
    // Where two drop it at once, one of them may find it changed.
    await drop().catch(drop)
  }

  /** Keeps nothing more here of the queues whose names begin so. */
  forget(beginning: string): void {
    for (const [name, queue] of this.#queues) {
      if (!name.startsWith(beginning)) continue
      this.#queues.delete(name)
      void closed(queue)
    }
  }

  /** Ends in bounded time, also where the broker is away. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#producer, ...this.#queues.values()].map(closed))
    await this.#store.close()
  }

  async #ask<Answer>(name: string, question: (queue: Queue) => Promise<Answer>): Promise<Answer> {
    const queue = this.#queue(name)
    try {
      return await within(question(queue), 'no answer')
    } catch (error) {
      // One that could not be opened would not try again.
      this.#queues.delete(name)
      void closed(queue)
      throw error
    }
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
