// Entry for texts before a run: what a plan would do, and what is about to start.
export { describeStart, type Start } from './plan/describe-start.ts'
export { planDocument, type PlanReader, type ShownPlan } from './plan/plan-document.ts'
