"""Parts of torch.utils.data."""
