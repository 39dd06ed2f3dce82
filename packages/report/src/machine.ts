// What is said of a machine: what it allows, and what would disturb a test on it.
export { examineMachine, type MachineFacts } from './machine/examine-machine.ts'
export { watchedSeconds, type Finding } from './machine/examine-disturbance.ts'
