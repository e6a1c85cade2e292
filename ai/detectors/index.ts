import { perFacts } from '../facts/kept.ts';
import { certificatesExpiring } from './certificates-expiring.ts';
import { costSpike } from './cost-spike.ts';
import { crewCapacity } from './crew-capacity.ts';
import { customersDue } from './customers-due.ts';
import type { Detector } from './detector.ts';
import { equipmentRepairs } from './equipment-repairs.ts';
import { hoursOverrun } from './hours-overrun.ts';
import { invoicesNotEmailed } from './invoices-not-emailed.ts';
import { jobsNotInvoiced } from './jobs-not-invoiced.ts';
import { maintenanceClash } from './maintenance-clash.ts';
import { priceBelowCost } from './price-below-cost.ts';
import { quotesNotSent } from './quotes-not-sent.ts';
import { receivablesAging } from './receivables-aging.ts';
import { slowLeads } from './slow-leads.ts';
import { travelSwap } from './travel-swap.ts';
import { weatherSlack } from './weather-slack.ts';
import { winRateDrop } from './win-rate-drop.ts';

const all: readonly Detector[] = [
  certificatesExpiring,
  costSpike,
  crewCapacity,
  customersDue,
  equipmentRepairs,
  hoursOverrun,
  invoicesNotEmailed,
  jobsNotInvoiced,
  maintenanceClash,
  priceBelowCost,
  quotesNotSent,
  receivablesAging,
  slowLeads,
  travelSwap,
  weatherSlack,
  winRateDrop,
];

/** All that look for findings. What one found is kept until something that it read has changed. */
export const detectors: readonly Detector[] = all.map((detector) => ({ ...detector, find: perFacts(detector.find) }));
