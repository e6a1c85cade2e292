import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { dropSent, noteSent, type SentTyping } from '../../data/drafts.ts';
import { catalogQuery } from '../../entities/catalog/catalog.ts';
import { analysisOf } from '../../entities/quote/items.ts';
import { withFindings } from '../../entities/quote/suggested-items.ts';
import { tellAdded } from '../../photos/photo-upload.tsx';
import { addPhotos } from '../../photos/photo-uploads.ts';
import { Photos } from '../../photos/photos.tsx';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { draftKeyOf, type RecordKind } from '../../records/record-kind.ts';
import { type Field, parsed } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { ImageAnalysis } from './image-analysis.tsx';
import { usePicture } from './picked-picture.ts';
import { useCorrectServices } from './use-correct-services.ts';

interface QuoteEditProps {
  kind: RecordKind<QuoteRecord>;
  quote: QuoteRecord;
  saved: Toast;
  onDone(): void;
}

const ASKED: readonly Field[] = [{ name: 'description', label: 'What to look at', kind: 'multiline' }];

/** A new version of a quote: its form, a photo to analyze for it, and the quote's photos. */
export function QuoteEdit({ kind, quote, saved, onDone }: QuoteEditProps) {
  const draftKey = `${draftKeyOf(kind, quote)}/picture`;
  const asked = useDraft(draftKey, ASKED, () => ({ description: '' }));
  const picture = usePicture(draftKey);
  const [isReading, setReading] = useState(false);
  // Another one may be chosen before the answer, or in a form that is opened anew.
  const sent = useRef<{ typing: SentTyping | null; picture: File | undefined }>(null);
  const correctServices = useCorrectServices();
  const catalog = useQuery(catalogQuery).data?.items ?? [];

  return (
    <RecordEdit
      kind={kind}
      record={quote}
      saved={saved}
      canSubmit={!isReading}
      onSaved={(values, changes) => {
        const place = { category: 'quote', recordId: quote.id } as const;
        const image = sent.current ? sent.current.picture : picture;
        if (image) void addPhotos(place, [image], (_, unseen) => tellAdded([], unseen));
        const analysisId = 'analysis' in changes ? analysisIdIn(values['analysis']) : '';
        if (analysisId) void correctServices(analysisId, values['items'] ?? '');
        dropSent(draftKey, sent.current?.typing ?? null);
      }}
      onSend={() => {
        sent.current = { typing: noteSent(draftKey), picture };
      }}
      onDiscard={asked.drop}
      onDone={onDone}
      frame={(form, values, setValues) => (
        <div className="hw-quote-form">
          <div className="hw-quote-side">
            <ImageAnalysis
              draftKey={draftKey}
              analysisId={analysisIdIn(values['analysis'])}
              description={asked.values['description'] ?? ''}
              onDescription={(description) => asked.change({ description })}
              whom={{ customerId: quote.customerId ?? '', leadId: quote.leadId ?? '' }}
              onAnalyzed={(analysis) =>
                setValues((before) => ({
                  ...withFindings(before, analysis, catalog),
                  analysis: JSON.stringify(analysisOf(analysis.id, analysis)),
                }))
              }
              onReading={setReading}
            />
            <Section>
              <Photos category="quote" recordId={quote.id} canChange />
            </Section>
          </div>
          <Section title={quote.approvedVersion === null ? 'New version' : 'Change order'}>{form}</Section>
        </div>
      )}
    />
  );
}

/** The analysis id in a form's value; '' for none. */
function analysisIdIn(text = ''): string {
  return parsed<{ analysisId: string | null }>(text)?.analysisId ?? '';
}
