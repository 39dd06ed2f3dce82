import { journey, type Journey } from '@benchpress/core'

/** Makes a journey that sends requests over HTTP and Redis, waits `reply` seconds for a reply, 0 for forever, and thinks for `think` seconds. */
export function lateReply({ reply, think }: { readonly reply: number; readonly think: number }): Journey {
  return journey(async (user) => {
    await user.http.get('/')
    await user.redis.ping()
    // Nothing is pushed to the list, so that the reply comes when the time is over.
    await user.redis.command('BLPOP', `nothing:${user.id}`, reply)
    await user.think(think)
  })
}
