import { Dialog, DialogBody, Tab, Tabs } from '@blueprintjs/core';
import { useState } from 'react';
import { InvoiceForJobs } from './invoice-for-jobs.tsx';
import { InvoiceOfLines } from './invoice-of-lines.tsx';

interface GenerateInvoiceDialogProps {
  /** The job to invoice, if it was opened from there. */
  jobId: string | undefined;
  /** Opens the new invoice. */
  onOpen(id: string, how?: 'return'): void;
  onClose(): void;
}

/** Creates invoices: for finished jobs, one or many at once, or from typed lines. */
export function GenerateInvoiceDialog({ jobId, onOpen, onClose }: GenerateInvoiceDialogProps) {
  // Outlives a look at the other tab.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(jobId === undefined ? [] : [jobId]));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Generate Invoice"
      className="hw-dialog hw-dialog-wide"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <Tabs id="generate-invoice" renderActiveTabPanelOnly>
          <Tab
            id="jobs"
            title="Finished jobs"
            panel={<InvoiceForJobs chosen={chosen} setChosen={setChosen} onOpen={onOpen} onClose={onClose} />}
          />
          <Tab id="lines" title="Line items" panel={<InvoiceOfLines onOpen={onOpen} onClose={onClose} />} />
        </Tabs>
      </DialogBody>
    </Dialog>
  );
}
