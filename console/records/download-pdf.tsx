import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useIsSmall } from '../ui/use-media.ts';

/** Saves the document of a record as a file, as its customer gets it. @param of the call of the record */
export function DownloadPdf({ of: path }: { of: string }) {
  const text = useIsSmall() ? 'PDF' : 'Download PDF';
  return <AnchorButton icon={<Download />} text={text} aria-label="Download PDF" href={`${path}/pdf`} download />;
}
