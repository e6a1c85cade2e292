import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useIsSmall } from '../../ui/layout/use-media.ts';

/** Downloads a record's document, exactly as the customer gets it. @param of path of the record's call */
export function DownloadPdf({ of: path }: { of: string }) {
  const text = useIsSmall() ? 'PDF' : 'Download PDF';
  return <AnchorButton icon={<Download />} text={text} aria-label="Download PDF" href={`${path}/pdf`} download />;
}
