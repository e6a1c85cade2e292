import { Button, TextArea } from '@blueprintjs/core';
import { Camera, Cross } from '@blueprintjs/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { ANALYSIS_LIMITS } from '../../../domain/analysis/terms.ts';
import type { ApiError, Reply } from '../../data/api.ts';
import { formOf, typingAt } from '../../data/drafts.ts';
import { sendForm } from '../../data/send-form.ts';
import { randomKey, tellOwnChange } from '../../data/use-command.ts';
import { ANALYSES, analysisQuery } from '../../entities/analysis/analysis.ts';
import { isHeic, photoToSend, TAKEN_TYPES } from '../../photos/shrink.ts';
import { useFileDrop } from '../../ui/inputs/file-drop.ts';
import { Section } from '../../ui/layout/section.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { AnalysisResult } from './analysis-result.tsx';
import { keepPicture, usePicture } from './picked-picture.ts';

interface ImageAnalysisProps {
  /** Of the quote the picture is for. */
  draftKey: string;
  analysisId: string;
  /** Text sent along with the picture. */
  description: string;
  onDescription(description: string): void;
  /** Whose trees they are. */
  whom: { customerId: string; leadId: string };
  onAnalyzed(analysis: AnalysisRecord): void;
  /** A picture was chosen, and is still being read. */
  onReading?(is: boolean): void;
}

/** Analyzes a photo of the tree, and fills in the suggested services. */
export function ImageAnalysis(props: ImageAnalysisProps) {
  const { draftKey, analysisId, description, onDescription, whom, onAnalyzed, onReading } = props;
  const picture = usePicture(draftKey);
  const [refusal, setRefusal] = useState<string>();
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const analyze = useAnalyze(onAnalyzed);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setRefusal(undefined);
    read(true);
    const typing = typingAt(draftKey);
    try {
      if (!TAKEN_TYPES.includes(file.type) && !isHeic(file, file.name)) {
        throw new Error('Choose a JPEG, PNG or WebP image.');
      }
      const sent = await photoToSend(file);
      // What it was chosen for may be saved or discarded by now.
      if (typing !== null && !formOf(draftKey, typing)) return;
      keepPicture(draftKey, sent);
      void showToast({ title: 'Image selected', text: file.name });
    } catch (cause) {
      setRefusal((cause as Error).message);
    } finally {
      read(false);
    }
  }

  function read(is: boolean): void {
    setReading(is);
    onReading?.(is);
  }

  function start(): void {
    if (!picture) {
      void showToast({
        title: 'No image selected',
        text: 'Please select an image first.',
        intent: 'danger',
      });
      return;
    }
    analyze.mutate({ image: picture, description, ...whom });
  }

  const { isOver, handlers } = useFileDrop(([file]) => void choose(file));

  return (
    <Section title="AI Image Analysis">
      <form
        className="hw-ai"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!analyze.isPending) start();
        }}
      >
        <div className={isOver ? 'hw-ai-picture hw-ai-picture-over' : 'hw-ai-picture'} {...handlers}>
          {picture ? (
            <>
              <Preview file={picture} />
              <div className="hw-ai-name">
                <span>{picture.name}</span>
                <Button
                  variant="minimal"
                  icon={<Cross />}
                  aria-label="Remove the image"
                  title="Remove the image"
                  onClick={() => keepPicture(draftKey, undefined)}
                />
              </div>
            </>
          ) : (
            <p className="hw-muted">
              {analysisId === ''
                ? 'Take or drop a photo of the tree: JPEG, PNG or WebP. It becomes a photo of the quote.'
                : 'The image itself is no longer here. Choose it again to add it to the quote.'}
            </p>
          )}
          <Button
            icon={<Camera />}
            text={picture ? 'Choose another image' : 'Choose image'}
            loading={isReading}
            onClick={() => input.current?.click()}
          />
          <input
            ref={input}
            className="hw-photos-input"
            type="file"
            aria-label="Choose an image of the tree"
            tabIndex={-1}
            accept={TAKEN_TYPES.join(',')}
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              target.value = '';
            }}
          />
          {refusal && (
            <p className="hw-form-error" role="alert">
              {refusal}
            </p>
          )}
        </div>
        <label htmlFor={textId}>What to look at (optional)</label>
        <TextArea
          id={textId}
          fill
          rows={2}
          value={description}
          maxLength={ANALYSIS_LIMITS.description}
          placeholder="Dead oak close to the garage, power line behind it"
          onChange={({ target }) => onDescription(target.value)}
        />
        <Button
          type="submit"
          fill
          intent={analysisId === '' ? 'primary' : 'none'}
          text={analyze.isPending ? 'Analyzing...' : 'Analyze with AI'}
          disabled={!picture || isReading || analyze.isPending}
        />
        {analyze.error && (
          <p className="hw-form-error" role="alert">
            {analyze.error.message}
          </p>
        )}
      </form>
      {analysisId !== '' && <AnalysisResult key={analysisId} id={analysisId} canChange />}
    </Section>
  );
}

/** Of the preview, in pixels: more than the panel's width on a high-resolution screen. */
const PREVIEW = 800;

/** The picture as the browser decodes it, right side up. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    void createImageBitmap(file)
      .then((bitmap) => {
        if (!isGone && canvas.current) draw(canvas.current, bitmap);
        bitmap.close();
      })
      // A file that is not a picture shows nothing: the server will say so.
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [file]);
  return <canvas ref={canvas} role="img" aria-label={file.name} />;
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, PREVIEW / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}

interface Asked {
  image: File;
  description: string;
  customerId: string;
  leadId: string;
}

/** Asks what a picture shows. The same picture and text again are a retry, in case the first response was lost. */
function useAnalyze(onAnalyzed: (analysis: AnalysisRecord) => void) {
  const queryClient = useQueryClient();
  const failed = useRef<{ asked: Asked; idempotencyKey: string }>(null);
  return useMutation<Reply<AnalysisRecord>, ApiError, Asked>({
    mutationFn(asked) {
      const before = failed.current;
      const isSame =
        before !== null && (Object.keys(asked) as (keyof Asked)[]).every((name) => before.asked[name] === asked[name]);
      const idempotencyKey = isSame ? before.idempotencyKey : randomKey();
      failed.current = { asked, idempotencyKey };
      const { image, ...texts } = asked;
      const form = new FormData();
      for (const [name, text] of Object.entries(texts)) if (text.trim() !== '') form.append(name, text);
      form.append('image', image, 'photo');
      return sendForm<AnalysisRecord>({ path: '/api/quotes/analyze-image', form, idempotencyKey, onProgress() {} });
    },
    onSuccess({ data, position }) {
      failed.current = null;
      queryClient.setQueryData(analysisQuery(data.id).queryKey, data);
      tellOwnChange(position, ANALYSES, data.id);
      const { length } = data.suggestedServices;
      void showToast({
        title: 'AI Analysis Complete',
        text: `Found ${length} service ${length === 1 ? 'recommendation' : 'recommendations'}`,
        intent: 'success',
      });
      onAnalyzed(data);
    },
    onError(error) {
      void showToast({ title: 'Analysis Failed', text: failureText(error), intent: 'danger' });
    },
  });
}

/** The toast for a failure; the server's own message stays in the panel. */
function failureText({ status, statusText, message }: ApiError): string {
  // HTTP/2 has no status text.
  if (status > 0) return `Analysis failed: ${statusText || status}`;
  return message || 'Failed to analyze image';
}
