import type { Notice } from '../../../core/notice.ts';
import { defineTarget } from '../target-type.ts';
import { jsonPost, webhookOption } from './json-post.ts';

/** Colours of Adaptive Cards. */
function colourOf({ kind, event }: Notice): string {
  if (kind === 'end' || event === null) return 'good';
  return event.state === 'CRITICAL' ? 'attention' : 'warning';
}

/** A line of plain text; a TextBlock would interpret Markdown. */
const line = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  spacing: 'none',
  inlines: [{ type: 'TextRun', text, ...style }],
});

/**
 * A workflow "When a Teams webhook request is received", which takes Adaptive Cards of up to 28 KB.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams = defineTarget({
  type: 'teams',
  description: 'A channel or chat of Microsoft Teams, by the webhook of a workflow.',
  options: webhookOption(
    'Address of the webhook of the workflow.',
    'https://example.logic.azure.com/workflows/x',
  ),
  required: ['webhook_url'],
  compose: ({ notice, title, text, link }, { webhook_url: url }) =>
    jsonPost(url as URL, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              line(title, { weight: 'bolder', color: colourOf(notice) }),
              ...text.split('\n').map((each) => line(each)),
            ],
            ...(link !== null && {
              actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: link }],
            }),
          },
        },
      ],
    }),
});
