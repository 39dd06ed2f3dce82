import type { Rule } from './rule.ts'
import { busyMachine } from './rules/busy-machine.ts'
import { checksFailed } from './rules/checks-failed.ts'
import { deliveriesBuffered } from './rules/deliveries-buffered.ts'
import { deliveriesLost } from './rules/deliveries-lost.ts'
import { deliveriesOutOfOrder } from './rules/deliveries-out-of-order.ts'
import { deliveriesRepeated } from './rules/deliveries-repeated.ts'
import { deliveriesStalled } from './rules/deliveries-stalled.ts'
import { deliveriesUnexpected } from './rules/deliveries-unexpected.ts'
import { deliveriesUnrecognised } from './rules/deliveries-unrecognised.ts'
import { endedEarly } from './rules/ended-early.ts'
import { errors } from './rules/errors.ts'
import { fewSamples } from './rules/few-samples.ts'
import { generatorInCallingThread } from './rules/generator-in-calling-thread.ts'
import { generatorLimit } from './rules/generator-limit.ts'
import { generatorSaturated } from './rules/generator-saturated.ts'
import { generatorStalled } from './rules/generator-stalled.ts'
import { identity } from './rules/identity.ts'
import { inFlightIdle } from './rules/in-flight-idle.ts'
import { interrupted } from './rules/interrupted.ts'
import { iterationFailures } from './rules/iteration-failures.ts'
import { lostWorker } from './rules/lost-worker.ts'
import { machineDisturbed } from './rules/machine-disturbed.ts'
import { noDelivery } from './rules/no-delivery.ts'
import { noPipelining } from './rules/no-pipelining.ts'
import { noSuccess } from './rules/no-success.ts'
import { notStationary } from './rules/not-stationary.ts'
import { plannedRate } from './rules/planned-rate.ts'
import { queueDepth } from './rules/queue-depth.ts'
import { responseService } from './rules/response-service.ts'
import { sendLag } from './rules/send-lag.ts'
import { serversLeftOut } from './rules/servers-left-out.ts'
import { sharedCores } from './rules/shared-cores.ts'
import { shortRun } from './rules/short-run.ts'
import { targetAway } from './rules/target-away.ts'
import { strayErrors } from './rules/stray-errors.ts'
import { targetFailed } from './rules/target-failed.ts'
import { thinkTime } from './rules/think-time.ts'
import { tlsUnverified } from './rules/tls-unverified.ts'
import { unequalServers } from './rules/unequal-servers.ts'
import { unfinished } from './rules/unfinished.ts'
import { unevenSeconds } from './rules/uneven-seconds.ts'
import { usedUpFeed } from './rules/used-up-feed.ts'

/** All rules, in the order in which reasons of one level are printed. */
export const rules: readonly Rule[] = [
  identity,
  lostWorker,
  targetFailed,
  interrupted,
  noSuccess,
  noDelivery,
  endedEarly,
  usedUpFeed,
  generatorLimit,
  generatorSaturated,
  generatorStalled,
  machineDisturbed,
  plannedRate,
  sendLag,
  sharedCores,
  noPipelining,
  unfinished,
  targetAway,
  errors,
  iterationFailures,
  strayErrors,
  deliveriesUnrecognised,
  notStationary,
  unevenSeconds,
  thinkTime,
  queueDepth,
  responseService,
  inFlightIdle,
  serversLeftOut,
  unequalServers,
  busyMachine,
  checksFailed,
  deliveriesLost,
  deliveriesUnexpected,
  deliveriesRepeated,
  deliveriesOutOfOrder,
  deliveriesStalled,
  deliveriesBuffered,
  fewSamples,
  shortRun,
  tlsUnverified,
  generatorInCallingThread,
]

/** The rules for a test of which no request was started, or none is known of: they say why, and there is nothing else to judge. */
export const rulesForNothing: readonly Rule[] = [identity, lostWorker, targetFailed, interrupted, noSuccess]
