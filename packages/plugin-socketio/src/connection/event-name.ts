import * as v from 'valibot'

/** How the name of an event is checked. */
export const eventName: v.GenericSchema<string> = v.custom(
  (value) => typeof value === 'string' && value !== '',
  'must be the name of an event',
)
